/** A studio's weekly timetable out of a table (CSV) or a calendar file (RFC 5545). Pure. */
import { readTable } from '#app/values/table/read-table.ts'
import { type DateOrder, proveOrder, readDate } from '#app/values/table/written-date.ts'
import { foldName } from '#app/values/text/fold.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import {
  addDays,
  isLocalDate,
  isoWeekday,
  isZone,
  type LocalDate,
  localDateTime,
  presentZone,
  zoneInWords,
} from '#app/values/zone.ts'

/** A class of the week as a file says it. */
export type FileClass = {
  /** Where it is in the file, as people count: `Line 5` or its name and day. */
  where: string
  /** 1 is Monday. */
  weekday: number
  /** On the studio's wall, `18:30`. */
  time: string
  name: string
  /** Null where the file doesn't say. */
  minutes: number | null
  room: string
  capacity: number | null
}

export type TimetableFile = {
  classes: FileClass[]
  /** What couldn't be read, a sentence each. */
  problems: string[]
}

type Here = { today: LocalDate; timeZone: string }

/** Weekdays as people write them, in English and short, and as a calendar's rule names them. */
const dayNames = [
  ['monday', 'mon', 'mo'],
  ['tuesday', 'tues', 'tue', 'tu'],
  ['wednesday', 'weds', 'wed', 'we'],
  ['thursday', 'thurs', 'thur', 'thu', 'th'],
  ['friday', 'fri', 'fr'],
  ['saturday', 'sat', 'sa'],
  ['sunday', 'sun', 'su'],
]

const headers = {
  days: ['day', 'days', 'weekday', 'day of week', 'day of the week'],
  date: ['date', 'start date', 'class date'],
  time: ['time', 'start', 'starts', 'start time', 'from', 'begins', 'class time'],
  end: ['end', 'ends', 'end time', 'until', 'to', 'finish', 'finishes'],
  name: ['class', 'name', 'title', 'class name', 'session', 'activity', 'class type', 'event'],
  minutes: ['minutes', 'duration', 'length', 'mins', 'duration (minutes)', 'length (minutes)'],
  room: ['room', 'studio', 'location', 'space', 'place'],
  capacity: ['places', 'capacity', 'spots', 'max', 'max capacity', 'size', 'spaces'],
}
type Column = keyof typeof headers

/**
 * The classes of a file, each weekday, time, class and room once. A table needs a day (or a date), a
 * time and a class; of a calendar each event counts for its weekday, but not those that are cancelled,
 * whose rule is over, or that moved a single class of a rule.
 */
export function readTimetableFile(text: string, here: Here): TimetableFile {
  const isCalendar = /^BEGIN:VCALENDAR\s*$/im.test(text)
  const { classes, problems } = isCalendar ? readCalendar(text, here) : readRows(text, here)
  const seen = new Map<string, FileClass>()
  for (const one of classes) {
    const key = foldName([one.weekday, one.time, one.name, one.room].join(' '))
    if (!seen.has(key)) seen.set(key, one)
  }
  const sorted = [...seen.values()].sort(
    (a, b) => a.weekday - b.weekday || a.time.localeCompare(b.time),
  )
  return { classes: sorted, problems }
}

function readRows(text: string, { today }: Here): TimetableFile {
  const { header, rows } = readTable(text)
  const names = header.map(foldName)
  const at = Object.fromEntries(
    Object.entries(headers).map(([column, known]) => [
      column,
      names.findIndex((name) => known.includes(name)),
    ]),
  ) as Record<Column, number>
  const lacks = [
    ...(at.days < 0 && at.date < 0 ? ['Day'] : []),
    ...(at.time < 0 ? ['Time'] : []),
    ...(at.name < 0 ? ['Class'] : []),
  ]
  if (lacks.length > 0) {
    const which = lacks.map((name) => `“${name}”`).join(' and ')
    return { classes: [], problems: [`The first line needs a column called ${which}.`] }
  }
  const cell = (cells: string[], column: Column) => tidyText(cells[at[column]] ?? '')
  const order = proveOrder(rows.map(({ cells }) => cell(cells, 'date'))).order ?? 'dmy'
  const classes: FileClass[] = []
  const problems: string[] = []
  for (const { line, cells } of rows) {
    const where = `Line ${line}`
    const [from = '', until = ''] = cell(cells, 'time').split(/\s*(?:–|-|\bto\b)\s*/)
    const time = clockOf(from)
    const days = daysOf(cell(cells, 'days') || cell(cells, 'date'), order, today)
    const name = cell(cells, 'name').slice(0, 40)
    const end = clockOf(cell(cells, 'end') || until)
    if (!days) problems.push(`${where}: enter a day, like Monday.`)
    else if (!time) problems.push(`${where}: enter a time, like 18:30.`)
    else if (!name) problems.push(`${where}: enter the name of the class.`)
    else {
      const typed = minutesOf(cell(cells, 'minutes'))
      const capacity = numberOf(cell(cells, 'capacity'))
      if (typed === false) problems.push(`${where}: enter the length in minutes, like 60.`)
      if (capacity === false) problems.push(`${where}: enter the places as a number, like 12.`)
      if (typed === false || capacity === false) continue
      const facts = {
        ...{ where, time, name, room: cell(cells, 'room') },
        minutes: typed ?? minutesUntil(time, end),
        capacity,
      }
      for (const weekday of days) classes.push({ ...facts, weekday })
    }
  }
  return { classes, problems }
}

/** `Mon, Wed and Fri`, or the weekday of a date; null where there is none. */
function daysOf(text: string, order: DateOrder, today: LocalDate): number[] | null {
  const parts = foldName(text)
    .split(/\s*(?:[,;/&+]|\band\b)\s*/)
    .filter(Boolean)
  const days = parts.map((part) => weekdayNamed(part.replace(/\.$/, '')))
  if (days.length > 0 && days.every((day) => day > 0)) return [...new Set(days)]
  const read = readDate(text, order, today)
  return read.ok ? [isoWeekday(read.date)] : null
}

const weekdayNamed = (text: string): number =>
  dayNames.findIndex((names) => names.some((name) => text === name || text === `${name}s`)) + 1

/** `18:30` of `18:30`, `18.30`, `6:30 pm` or `6pm`; null where it is no time. */
function clockOf(text: string): string | null {
  const found = /^(\d{1,2})(?:[:.h](\d{2})(?::\d{2})?)?\s*(?:(a|p)\.?m\.?)?$/i.exec(text.trim())
  if (!found || (found[2] === undefined && found[3] === undefined)) return null
  const [hour, minute] = [Number(found[1]), Number(found[2] ?? 0)]
  const half = found[3]?.toLowerCase()
  if (half && (hour < 1 || hour > 12)) return null
  const of24 = half ? (hour % 12) + (half === 'p' ? 12 : 0) : hour
  return of24 < 24 && minute < 60 ? `${two(of24)}:${two(minute)}` : null
}

const two = (n: number) => String(n).padStart(2, '0')

/** A number above 0; null of nothing, false of anything else. */
const numberOf = (text: string): number | null | false => {
  if (text === '') return null
  return /^\d{1,4}$/.test(text) && Number(text) > 0 && Number(text)
}

/** A length: `75`, `75 min`, `1:15`, `1h`, `1 hour 15 min`; null of nothing, false of anything else. */
function minutesOf(text: string): number | null | false {
  if (text === '') return null
  const lone = /^(\d{1,3})\s*(?:m|mins?|minutes?)?\.?$/i.exec(text)
  const both =
    /^(\d{1,2})\s*(?::|h|hrs?|hours?)\s*(?:(\d{1,2})\s*(?:m|mins?|minutes?)?)?\.?$/i.exec(text)
  const minutes = lone ? Number(lone[1]) : both && Number(both[1]) * 60 + Number(both[2] ?? 0)
  return minutes !== null && minutes > 0 && minutes <= 720 && minutes
}

/** Minutes from a time to the next such end; null without one. */
function minutesUntil(time: string, end: string | null): number | null {
  if (!end) return null
  const of = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
  const minutes = (of(end) - of(time) + 24 * 60) % (24 * 60)
  return minutes > 0 ? minutes : null
}

type Entry = Partial<
  Record<
    'DTSTART' | 'DTEND' | 'SUMMARY' | 'LOCATION' | 'RRULE' | 'STATUS' | 'RECURRENCE-ID' | 'ZONE',
    string
  >
>

function readCalendar(text: string, here: Here): TimetableFile {
  const lines = text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
  const found: TimetableFile = { classes: [], problems: [] }
  let entry: Record<string, string> | null = null
  // Alarms inside an event have lines of the same names.
  let inside = 0
  for (const line of lines) {
    if (/^BEGIN:VEVENT\s*$/i.test(line)) [entry, inside] = [{}, 0]
    else if (entry && /^BEGIN:/i.test(line)) inside += 1
    else if (entry && inside > 0 && /^END:/i.test(line)) inside -= 1
    else if (entry && /^END:VEVENT\s*$/i.test(line)) {
      readEvent(entry as Entry, here, found)
      entry = null
    } else if (entry && inside === 0) {
      const [, name = '', parameters = '', value = ''] =
        /^([A-Z-]+)((?:;[^:]*)?):(.*)$/i.exec(line) ?? []
      const key = name.toUpperCase()
      if (key && !(key in entry)) entry[key] = value.trim()
      if (key === 'DTSTART') entry.ZONE = /;TZID="?([^";]+)/i.exec(parameters)?.[1] ?? ''
    }
  }
  if (found.classes.length === 0 && found.problems.length === 0)
    found.problems.push('This calendar has no classes that are still to come.')
  return found
}

function readEvent(entry: Entry, here: Here, found: TimetableFile): void {
  const name = plain(entry.SUMMARY).slice(0, 40)
  const start = wallOf(entry.DTSTART, here.timeZone)
  const rule = entry.RRULE?.toUpperCase() ?? ''
  const until = /UNTIL=(\d{4})(\d{2})(\d{2})/.exec(rule)
  const over = until !== null && `${until[1]}-${until[2]}-${until[3]}` < here.today
  if (entry.STATUS?.toUpperCase() === 'CANCELLED' || over || entry['RECURRENCE-ID']) return
  // Whole days are holidays and notes; single events of the past are no timetable.
  if (!start || (rule === '' && start.date < here.today)) return
  const where = `“${name || 'No name'}”, ${start.date}`
  if (entry.ZONE && isZone(entry.ZONE) && presentZone(entry.ZONE) !== presentZone(here.timeZone)) {
    const zones = `${zoneInWords(entry.ZONE)}, not ${zoneInWords(here.timeZone)}`
    found.problems.push(`${where}: its time is in ${zones}. Export the calendar in your time zone.`)
    return
  }
  if (rule !== '' && !/FREQ=WEEKLY/.test(rule)) {
    found.problems.push(`${where}: only classes that repeat every week can be read.`)
    return
  }
  if (/INTERVAL=(?!1(?:;|$))/.test(rule)) {
    found.problems.push(`${where}: it isn’t every week. Add it in Schedule once you’re open.`)
    return
  }
  if (!name) {
    found.problems.push(`${where}: enter the name of the class.`)
    return
  }
  const named = (/BYDAY=([A-Z,]+)/.exec(rule)?.[1] ?? '').toLowerCase().split(',').filter(Boolean)
  const days = named.length > 0 ? named.map(weekdayNamed) : [isoWeekday(start.date)]
  const times = Number(/COUNT=(\d{1,5})/.exec(rule)?.[1] ?? 0)
  const weeks = Math.ceil(times / Math.max(1, days.length))
  if (times > 0 && addDays(start.date, 7 * weeks) <= here.today) return
  const end = wallOf(entry.DTEND, here.timeZone)
  const minutes = minutesUntil(start.time, end?.time ?? null)
  const room = plain(entry.LOCATION)
  for (const weekday of days)
    if (weekday > 0)
      found.classes.push({ where, weekday, time: start.time, name, minutes, room, capacity: null })
}

/** When an event begins on the studio's wall; null of a whole day. */
function wallOf(value: string | undefined, timeZone: string) {
  const [, year, month, day, hour, minute, utc] =
    /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})\d{0,2}(Z?)$/i.exec(value ?? '') ?? []
  if (!year) return null
  const date = `${year}-${month}-${day}`
  const time = `${hour}:${minute}`
  if (!isLocalDate(date) || Number(hour) > 23 || Number(minute) > 59) return null
  if (!utc) return { date, time }
  const local = localDateTime(`${date}T${time}:00Z`, timeZone)
  return { date: local.slice(0, 10), time: local.slice(11, 16) }
}

const plain = (text = ''): string =>
  tidyText(text.replace(/\\n/gi, ' ').replace(/\\([\\;,])/g, '$1')).replace(/\s+/g, ' ')
