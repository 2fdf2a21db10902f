import { expect, test } from 'vitest'
import { type LabelFacts, personLabel } from '#app/domain/people/person-label.ts'
import { personTimeline } from './person-timeline.ts'

const formats = { today: '2026-11-12', timeZone: 'Europe/London', locale: 'en-GB', currency: 'GBP' }

const plan = {
  name: 'Unlimited',
  state: 'active',
  startsOn: '2026-01-01',
  endsOn: null,
  frozenFrom: null,
  frozenUntil: null,
}
const nobody: LabelFacts = {
  archived: false,
  staff: false,
  plan: null,
  credits: 0,
  heldOnce: false,
}

test.each<[string, Partial<LabelFacts>]>([
  ['Visitor', {}],
  ['Staff', { staff: true }],
  ['Past', { heldOnce: true }],
  ['Pack', { heldOnce: true, credits: 1 }],
  ['Active', { plan, staff: true }],
  ['Archived', { plan, archived: true }],
  ['Past due', { plan: { ...plan, state: 'past_due' } }],
  ['Starts 1 Dec', { plan: { ...plan, startsOn: '2026-12-01' } }],
  ['Frozen to 28 Nov', { plan: { ...plan, frozenFrom: '2026-11-12', frozenUntil: '2026-11-28' } }],
  ['Frozen', { plan: { ...plan, frozenFrom: '2026-11-01' } }],
  ['Active', { plan: { ...plan, frozenFrom: '2026-11-13', frozenUntil: '2026-11-28' } }],
  ['Leaves 30 Nov', { plan: { ...plan, endsOn: '2026-11-30' } }],
])('somebody is "%s" by what they hold', (text, facts) => {
  expect(personLabel({ ...nobody, ...facts }, formats).text).toBe(text)
})

const person = {
  id: 'p',
  name: 'Bea',
  preferredName: '',
  email: '',
  phone: '',
  birthDate: null,
  emergencyName: '',
  emergencyPhone: '',
  pronouns: '',
  address: '',
  barcode: '',
  homeLocationId: null,
  homeLocation: null,
  referrer: '',
  photo: '',
  tags: '',
  joinedOn: '2026-02-02',
  createdAt: '2026-02-02T10:00:00Z',
  archivedAt: null,
  bannedAt: null,
  banReason: '',
  erasedAt: null,
  lastVisitAt: null,
  hasAccount: 0,
  isStaff: 0,
  version: 1,
}
const booking = {
  id: 'b',
  title: 'Pole 2',
  coachName: 'Ben',
  roomName: 'Studio 1',
  localStart: '2026-11-12T18:30',
  startsAt: '2026-11-12T18:30:00Z',
  createdAt: '2026-11-10T21:14:00Z',
  promotedAt: null,
  lotId: 'l',
  occurrenceId: 'o',
  kind: 'class',
}
const empty = {
  person,
  bookings: [],
  entries: [],
  bought: [],
  notes: [],
  audit: [],
  ladders: [],
  bills: [],
  payments: [],
}

test('the story stands by day within a week and by month before, newest first', () => {
  const late = { ...booking, state: 'late_cancelled', endedAt: '2026-11-12T15:30:00Z' }
  const timeline = personTimeline({ ...empty, bookings: [late] }, formats)

  expect(
    timeline.map(({ title, items }) => [
      title,
      ...items.map((item) => `${item.when} ${item.title}`),
    ]),
  ).toEqual([
    ['Today, Thursday 12 November', '15:30 Cancelled Pole 2, Thu 12 Nov 18:30, late'],
    ['Tuesday 10 November', '21:14 Booked Pole 2, Thu 12 Nov 18:30'],
    ['February 2026', '2 Feb Joined'],
  ])
})

test('an invoice, the reminder of it, what was paid and what went back are told in turn', () => {
  const bill = {
    id: 'i',
    kind: 'invoice' as const,
    reference: 'NS-7',
    totalMinor: 9_000,
    createdAt: '2026-11-01T09:00:00Z',
    remindedAt: '2026-11-05T09:00:00Z',
  }
  const paid = {
    id: 'p1',
    amountMinor: 9_000,
    method: 'card' as const,
    takenAt: '2026-11-06T09:00:00Z',
    takenBy: 'Hana',
  }
  const back = { ...paid, id: 'p2', amountMinor: -2_000, takenAt: '2026-11-07T09:00:00Z' }
  const items = personTimeline({ ...empty, bills: [bill], payments: [paid, back] }, formats)
    .flatMap((chapter) => chapter.items)
    .map(({ title, note }) => [title, note].filter(Boolean).join(' | '))
  expect(items.slice(0, 4)).toEqual([
    'Refunded £20.00 | Card terminal, by Hana',
    'Paid £90.00 | Card terminal, by Hana',
    'Reminded of NS-7',
    'Invoice NS-7, £90.00',
  ])
})

test('a gift from staff appears once, with its giver and reason, and can be undone until it is used', () => {
  const entry = {
    lotId: 'l',
    kind: 'grant',
    amount: 10,
    reason: '',
    createdAt: '2026-11-11T10:00:00Z',
    title: null,
    localStart: null,
    packName: '10-class pack',
    bookingState: null,
  }
  const given = {
    id: 'a',
    action: 'package.given',
    actorName: 'Hana',
    reason: 'Sorry',
    detail: '{"lotId":"l"}',
    createdAt: '2026-11-11T10:00:00Z',
    undone: 0,
  }
  const adjusted = {
    ...given,
    id: 'c',
    action: 'credits.adjusted',
    detail: '{"lotId":"bought","amount":2}',
  }
  const items = (undone: number) =>
    personTimeline(
      {
        ...empty,
        entries: [entry, { ...entry, lotId: 'bought' }],
        audit: [{ ...given, undone }, adjusted],
      },
      formats,
    ).flatMap((chapter) => chapter.items.map(({ title, note, undo }) => [title, note, undo]))

  expect(items(0)).toEqual(
    expect.arrayContaining([
      ['10-class pack added', 'By Hana: Sorry', 'a'],
      ['10-class pack added', '10 credits.', null],
      ['2 credits added', 'By Hana: Sorry', 'c'],
    ]),
  )
  expect(items(0)).toHaveLength(4)
  expect(items(1)).toContainEqual(['10-class pack added', 'By Hana: Sorry', null])
})
