import { expect, test } from 'vitest'
import { readTimetableFile } from './read-timetable-file.ts'
import type { SetupAnswers } from './setup-draft.ts'
import { mostWeekly } from './setup-fields.ts'
import { weekFromFile } from './week-from-file.ts'

const here = { today: '2026-06-01', timeZone: 'Europe/London' }
const read = (text: string) => readTimetableFile(text, here)
const said = (text: string) =>
  read(text).classes.map(({ weekday, time, name, minutes, room, capacity }) =>
    [weekday, time, name, minutes, room, capacity].join(' '),
  )

test('a table of a week is read whatever its columns are called, with days and times as people write them', () => {
  const text = [
    'Day;Start time;End time;Class name;Room;Capacity',
    'Monday;18:30;19:30;Pole 1;Big room;10',
    'Mon, Wed & Fri;6.15 pm;;Yin yoga;Big room;',
    'Tuesdays;7am;8:15am;Flow;Small room;8',
    'Monday;18:30;19:30;pole 1;big room;10',
  ].join('\r\n')
  expect(said(text)).toEqual([
    '1 18:15 Yin yoga  Big room ',
    '1 18:30 Pole 1 60 Big room 10',
    '2 07:00 Flow 75 Small room 8',
    '3 18:15 Yin yoga  Big room ',
    '5 18:15 Yin yoga  Big room ',
  ])
  expect(said('date,time,title\n24/06/2026,18:30 - 19:45,Flow')).toEqual(['3 18:30 Flow 75  '])
})

test('lines of a table that say no day, time or class are named', () => {
  expect(
    read('Day,Time,Class\nSomeday,18:30,Yoga\nMon,25:00,Yoga\nMon,18,Yoga\nMon,18:30,').problems,
  ).toEqual([
    'Line 2: enter a day, like Monday.',
    'Line 3: enter a time, like 18:30.',
    'Line 4: enter a time, like 18:30.',
    'Line 5: enter the name of the class.',
  ])
  expect(read('Teacher,Style\nAnna,Yoga').problems).toEqual([
    'The first line needs a column called “Day” and “Time” and “Class”.',
  ])
})

const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']
const calendar = (...events: string[][]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events.flat(), 'END:VCALENDAR'].join('\r\n')

test('a calendar is read as the week it repeats, on the wall of the studio', () => {
  const text = calendar(
    event(
      'DTSTART;TZID=Europe/London:20240101T183000',
      'DTEND;TZID=Europe/London:20240101T193000',
      'RRULE:FREQ=WEEKLY;BYDAY=MO,WE',
      'SUMMARY:Pole 1\\, open',
      'LOCATION:Big room',
      'BEGIN:VALARM',
      'SUMMARY:Not this',
      'END:VALARM',
    ),
    // In summer 17:00 UTC is 18:00 in London.
    event('DTSTART:20260602T170000Z', 'DTEND:20260602T181500Z', 'SUMMARY:Flow'),
    event('DTSTART:20260609T170000Z', 'DTEND:20260609T181500Z', 'SUMMARY:Flow'),
    event('DTSTART:20240101T100000', 'RRULE:FREQ=WEEKLY;UNTIL=20250101T000000Z', 'SUMMARY:Over'),
    event('DTSTART:20260603T100000', 'SUMMARY:Gone', 'STATUS:CANCELLED'),
    event('DTSTART;VALUE=DATE:20260603', 'SUMMARY:Holiday'),
    event('DTSTART:20260501T100000', 'SUMMARY:Past'),
  )
  expect(said(text)).toEqual([
    '1 18:30 Pole 1, open 60 Big room ',
    '2 18:00 Flow 75  ',
    '3 18:30 Pole 1, open 60 Big room ',
  ])
})

test('what repeats otherwise than each week is named, and a calendar without classes says so', () => {
  const text = calendar(
    event('DTSTART:20260601T100000', 'RRULE:FREQ=MONTHLY', 'SUMMARY:Workshop'),
    event('DTSTART:20260601T100000', 'RRULE:FREQ=WEEKLY;INTERVAL=2', 'SUMMARY:Social'),
  )
  expect(read(text).problems).toEqual([
    '“Workshop”, 2026-06-01: only classes that repeat every week can be read.',
    '“Social”, 2026-06-01: it isn’t every week. Add it in Schedule once you’re open.',
  ])
  expect(read(calendar()).problems).toEqual([
    'This calendar has no classes that are still to come.',
  ])
})

const answers: SetupAnswers = {
  studio: { disciplines: [{ id: 'd', pack: 'pole', name: 'Pole', levels: [] }] },
  rooms: {
    location: { id: 'l', name: 'Canal Row', address: '' },
    rooms: [
      { id: 'big', name: 'Big room', capacity: 12 },
      { id: 'small', name: 'Small room', capacity: 6 },
    ],
  },
  classes: {
    classes: [
      { id: 'p1', pack: 'pole', key: 'pole-1', name: 'Pole 1', minutes: 60, fromRung: null },
    ],
  },
}

test('classes of a file that the set-up has keep theirs, others are added, and places are those of the room', () => {
  const made = weekFromFile(
    answers,
    read('Day,Time,Class,Room,Places\nMon,18:30,POLE 1,big room,10\nTue,18:30,Heels,Small room,'),
  )
  if (!made.ok) throw new Error(made.problems.join())
  expect(made.classes.map(({ name, minutes, pack }) => [name, minutes, pack])).toEqual([
    ['Pole 1', 60, 'pole'],
    ['Heels', 60, 'pole'],
  ])
  expect(made.week).toMatchObject([
    { weekday: 1, time: '18:30', classId: 'p1', roomId: 'big', capacity: 10 },
    { weekday: 2, classId: made.classes[1]?.id, roomId: 'small', capacity: 6 },
  ])
})

test('rooms that nobody knows, too many places and too many classes are refused with what to do', () => {
  const problems = (lines: string[]) => {
    const made = weekFromFile(answers, read(['Day,Time,Class,Room,Places', ...lines].join('\n')))
    return made.ok ? [] : made.problems
  }
  expect(
    problems(['Mon,18:30,Yoga,Cellar,', 'Mon,19:30,Yoga,,', 'Mon,20:30,Yoga,Small room,9']),
  ).toEqual([
    'Line 2: “Cellar” isn’t one of your rooms (Big room, Small room).',
    'Line 3: enter a room (Big room, Small room).',
    'Line 4: Small room holds 6 people, not 9.',
  ])
  const many = Array.from(
    { length: mostWeekly + 1 },
    (_, i) => `Mon,10:${String(i).padStart(2, '0')},Yoga,Big room,`,
  )
  expect(problems(many)[0]).toContain(`has ${mostWeekly + 1} classes a week`)
  expect(problems(many.map((line) => line.replace('Big room', 'Attic')))).toHaveLength(9)
})

test('files of nonsense make no week, and markup is text', () => {
  for (const text of ['', '\u0000\u0001', 'BEGIN:VCALENDAR\nBEGIN:VEVENT', '=cmd,Time,Day\n,,'])
    expect(weekFromFile(answers, read(text)).ok).toBe(false)
  const made = weekFromFile(answers, read('Day,Time,Class,Room\nMon,18:30,<b>Yoga</b>,Big room'))
  expect(made.ok && made.classes.at(-1)?.name).toBe('<b>Yoga</b>')
})

test('lengths and places are read as people write them, and what is neither is named', () => {
  const table = (length: string, places = '') =>
    `Day,Time,Class,Duration,Capacity\nMon,18:30,Yoga,${length},${places}`
  const minutes = (length: string) => read(table(length)).classes.map((one) => one.minutes)
  expect(['75', '75 min', '1:15', '1h', '1h 15', '1 hour 15 min', ''].map(minutes)).toEqual([
    ...[[75], [75], [75], [60], [75], [75], [null]],
  ])
  expect(read(table('long')).problems).toEqual(['Line 2: enter the length in minutes, like 60.'])
  expect(read(table('60', '12/15')).problems).toEqual([
    'Line 2: enter the places as a number, like 12.',
  ])
})

test('a moved class, a rule that has run out and an impossible time make no class of the week', () => {
  const weekly = (more: string, start = '20260504T183000') =>
    event(`DTSTART;TZID=Europe/London:${start}`, `RRULE:FREQ=WEEKLY${more}`, 'SUMMARY:Yoga')
  const moved = event(
    'DTSTART;TZID=Europe/London:20260602T120000',
    'RECURRENCE-ID;TZID=Europe/London:20260601T183000',
    'SUMMARY:Yoga',
  )
  expect(said(calendar(weekly(''), moved))).toEqual(['1 18:30 Yoga   '])
  expect(said(calendar(weekly(';COUNT=4')))).toEqual([])
  expect(said(calendar(weekly(';COUNT=5')))).toEqual(['1 18:30 Yoga   '])
  expect(said(calendar(weekly(';COUNT=8;BYDAY=MO,WE')))).toEqual([])
  for (const start of ['20260105T240000', '20260105T189900', '20261399T100000', '20260230T100000'])
    expect(said(calendar(weekly('', start)))).toEqual([])
  expect(read(calendar(event('DTSTART:20261399T100000Z', 'SUMMARY:Yoga'))).classes).toEqual([])
})

test('a time in another zone is named and not read as the studio’s', () => {
  const text = calendar(
    event('DTSTART;TZID=America/New_York:20260601T100000', 'RRULE:FREQ=WEEKLY', 'SUMMARY:Yoga'),
  )
  expect(read(text)).toEqual({
    classes: [],
    problems: [
      '“Yoga”, 2026-06-01: its time is in America/New York, not Europe/London. Export the calendar in your time zone.',
    ],
  })
})
