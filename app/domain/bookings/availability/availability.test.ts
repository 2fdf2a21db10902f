import { expect, test } from 'vitest'
import { type Refused, refusals, refusalToTell } from '#app/domain/places/refusals.ts'
import { type AvailabilityInput, availabilityOf } from './availability.ts'
import { availabilityWords } from './availability-words.ts'
import type { BookableOccurrence, MyBooking } from './bookable-occurrence.ts'
import { refusalWords } from './refusal-words.ts'

// Thursday 15 October 2026, 18:30 in London.
const occurrence: BookableOccurrence = {
  id: 'o1',
  title: 'Pole 2: spins',
  locationId: 'centre',
  disciplineId: 'pole',
  startsAt: '2026-10-15T17:30:00Z',
  endsAt: '2026-10-15T18:30:00Z',
  timeZone: 'Europe/London',
  localStart: '2026-10-15T18:30',
  capacity: 8,
  booked: 2,
  waiting: 0,
  cutoffAt: '2026-10-15T05:30:00Z',
  opensAt: '2026-10-08T17:30:00Z',
  closesAt: '2026-10-15T17:25:00Z',
  waitlistClosesAt: '2026-10-15T15:30:00Z',
  waitlistLimit: 10,
  state: 'scheduled',
  cancelReason: '',
  minimumLevel: null,
  policy: { lateLosesCredit: true, lateFeeMinor: 500 },
}
const lot = {
  id: 'l1',
  name: '10-class pack',
  startsOn: '2026-01-01',
  expiresOn: '2026-10-31',
  refunded: false,
  purchasedAt: '2026-01-01T09:00:00Z',
  covers: [],
  left: 6,
}
const mine = (over: Partial<MyBooking>): MyBooking => ({
  id: 'b1',
  state: 'booked',
  lotId: 'l1',
  membershipId: null,
  position: null,
  declineUntil: null,
  ...over,
})
const monday = '2026-10-12T09:00:00Z'

function stand(
  over: Partial<Omit<AvailabilityInput, 'occurrence'>> & {
    occurrence?: Partial<BookableOccurrence>
  } = {},
) {
  const input: AvailabilityInput = {
    mine: null,
    held: { memberships: [], lots: [lot] },
    levels: {},
    others: [],
    now: monday,
    signedIn: true,
    ...over,
    occurrence: { ...occurrence, ...over.occurrence },
  }
  const availability = availabilityOf(input)
  const formats = {
    timeZone: 'Europe/London',
    locale: 'en-GB',
    currency: 'GBP',
    today: input.now.slice(0, 10),
  }
  return { availability, ...availabilityWords(availability, input.occurrence.localStart, formats) }
}

test('a class with places can be booked and says what pays', () => {
  const { availability, sentence, action } = stand()

  expect(availability).toMatchObject({
    kind: 'bookable',
    placesLeft: 6,
    pays: { kind: 'lot', id: 'l1' },
  })
  expect([sentence, action?.label]).toEqual(['6 left.', 'Book'])
})

test('a full class offers the waitlist with the position', () => {
  const { availability, sentence, action } = stand({ occurrence: { booked: 8, waiting: 5 } })

  expect(availability).toMatchObject({ kind: 'waitlist', wouldBe: 6 })
  expect(sentence).toBe('Full. You would be 6th on the waitlist. Free while you wait.')
  expect(action?.kind).toBe('join_waitlist')
})

test('a free place belongs to those who wait, while the list promotes and they can pay', () => {
  expect(stand({ occurrence: { booked: 7, waiting: 1 } }).availability).toMatchObject({
    kind: 'waitlist',
    wouldBe: 2,
  })
  expect(stand({ occurrence: { booked: 7, waiting: 1, skipped: 1 } }).availability.kind).toBe(
    'bookable',
  )
  expect(
    stand({ occurrence: { booked: 7, waiting: 1 }, now: '2026-10-15T15:30:01Z' }).availability.kind,
  ).toBe('bookable')
})

test.each([
  [{ booked: 8, waitlistLimit: 0 }, monday, 'class_full'],
  [{ booked: 8, waiting: 10 }, monday, 'waitlist_full'],
  [{ booked: 8 }, '2026-10-15T15:30:00Z', undefined],
  [{ booked: 8 }, '2026-10-15T15:30:01Z', 'class_full'],
  [{}, '2026-10-08T17:29:59Z', 'not_open_yet'],
  [{}, '2026-10-08T17:30:00Z', undefined],
  [{}, '2026-10-15T17:25:00Z', undefined],
  [{}, '2026-10-15T17:25:01Z', 'closed'],
  [{}, '2026-10-15T17:30:00Z', 'started'],
  [{ state: 'draft' as const }, monday, 'not_found'],
  [{ minimumLevel: { name: 'Level 3', rung: 3 } }, monday, 'level_locked'],
])('a class with %o at %s is refused as %s', (over, now, reason) => {
  const { availability } = stand({ occurrence: over, now })
  expect(availability.kind === 'refused' ? availability.reason : undefined).toBe(reason)
})

test('a booked class says until when it can be cancelled free, then what it costs', () => {
  const { availability, sentence } = stand({ mine: mine({}) })

  expect(availability).toMatchObject({
    kind: 'booked',
    terms: { stage: 'free', after: [{ loss: { losesCredit: true, feeMinor: 500 } }] },
  })
  expect(sentence).toBe('Booked. Free to cancel until Thu 06:30, then 1 credit and £5.00.')
})

test('a membership loses no credit when it cancels late', () => {
  const { sentence } = stand({ mine: mine({ lotId: null, membershipId: 'm1' }) })
  expect(sentence).toBe('Booked. Free to cancel until Thu 06:30, then £5.00.')
})

test('at the cut-off instant the cancel is free and a second later it is late', () => {
  expect(stand({ mine: mine({}), now: '2026-10-15T05:30:00Z' }).availability).toMatchObject({
    terms: { stage: 'free' },
  })
  const late = stand({ mine: mine({}), now: '2026-10-15T05:30:01Z' })
  expect(late.availability).toMatchObject({ terms: { stage: 'late' } })
  expect(late.sentence).toBe(
    'Booked. Free cancellation ended at 06:30. Cancelling now costs 1 credit and £5.00.',
  )
})

test('a promoted person is notified until when they may decline free', () => {
  const promoted = mine({ declineUntil: '2026-10-15T15:00:00Z' })

  const inTime = stand({ mine: promoted, now: '2026-10-15T15:00:00Z' })
  expect(inTime.sentence).toBe(
    'A place opened and it’s yours. Decline free until 16:00, then 1 credit and £5.00.',
  )
  expect(inTime.action?.kind).toBe('decline')
  expect(stand({ mine: promoted, now: '2026-10-15T15:00:01Z' }).availability).toMatchObject({
    terms: { stage: 'late' },
  })
})

test('a person on the waitlist is told the position and what a place would cost', () => {
  const waiting = mine({ state: 'waitlisted', lotId: null, position: 2 })

  expect(stand({ occurrence: { booked: 8, waiting: 3 }, mine: waiting }).sentence).toBe(
    '2nd of 3 on the waitlist. You pay 1 credit only if a place opens before Thu 16:30.',
  )
  expect(
    stand({
      occurrence: { booked: 8, waiting: 3 },
      mine: waiting,
      held: { memberships: [], lots: [{ ...lot, left: 0 }] },
    }).sentence,
  ).toBe(
    '2nd of 3 on the waitlist. You stay on it, but can’t get a place yet. ' +
      'Your 10-class pack has no credits left.',
  )
})

test('a cancelled class says why and that nothing was taken', () => {
  const { sentence } = stand({
    occurrence: { state: 'cancelled', cancelReason: 'Dee is ill' },
    mine: mine({ state: 'studio_cancelled' }),
  })
  expect(sentence).toBe('Cancelled. Dee is ill. It cost you nothing.')
})

test('after the end it is finished, with what became of the booking', () => {
  const now = '2026-10-15T18:30:00Z'
  expect(stand({ now }).availability).toEqual({ kind: 'finished', mine: null })
  expect(stand({ now, mine: mine({ state: 'attended' }) }).sentence).toBe(
    'Finished. You were there.',
  )
})

test('while it runs a booked person is notified that they are booked', () => {
  expect(stand({ now: '2026-10-15T17:30:00Z', mine: mine({}) }).sentence).toBe(
    'Started at 18:30. You are booked.',
  )
})

test('a visitor is asked to sign in, unless the class refuses everyone', () => {
  expect(stand({ signedIn: false }).availability).toEqual({
    kind: 'sign_in',
    placesLeft: 6,
    wouldBe: null,
  })
  expect(
    stand({ signedIn: false, occurrence: { booked: 8, waitlistLimit: 0 } }).availability,
  ).toMatchObject({
    reason: 'class_full',
  })
})

test('a class at the same time as another booking is refused and names it', () => {
  const other = {
    bookingId: 'b2',
    occurrenceId: 'o2',
    state: 'booked',
    title: 'Silks basics',
    startsAt: '2026-10-15T18:00:00Z',
    endsAt: '2026-10-15T19:00:00Z',
    localStart: '2026-10-15T19:00',
  }

  expect(stand({ others: [other] }).sentence).toBe(
    'It’s at the same time as Silks basics, Thu 19:00, which you’ve booked.',
  )
  expect(stand({ others: [{ ...other, state: 'waitlisted' }] }).availability.kind).toBe('bookable')
  expect(
    stand({ others: [{ ...other, startsAt: '2026-10-15T18:30:00Z' }] }).availability.kind,
  ).toBe('bookable')
})

test('a level that lapses opens a class of the day before and none of its own day', () => {
  const needs = { minimumLevel: { name: 'Level 3', rung: 3 } }
  const on = (lapsesOn: string) => {
    const held = { name: 'Level 3', rung: 3, lapsesOn }
    const { availability } = stand({
      occurrence: needs,
      levels: { [occurrence.disciplineId]: held },
    })
    return availability.kind === 'refused' ? availability : null
  }
  expect(on('2026-10-16')).toBeNull()
  expect(on('2026-10-15')).toMatchObject({ reason: 'level_locked', facts: { lapsed: true } })
})

test('a refusal names first what stops everyone, then what the person can put right', () => {
  const opens: Refused = { reason: 'not_open_yet', facts: { opensAt: monday } }
  const nothing: Refused = { reason: 'no_entitlement', facts: {} }
  const level: Refused = { reason: 'level_locked', facts: { needs: 'Level 3', holds: null } }
  const full: Refused = { reason: 'class_full', facts: { capacity: 8 } }

  expect(refusalToTell([level, opens, nothing])).toBe(nothing)
  expect(refusalToTell([level, opens])).toBe(opens)
  expect(refusalToTell([level, nothing, full])).toBe(full)
  expect(refusalToTell([])).toBeNull()
})

test.each<[Refused, string]>([
  [
    { reason: 'not_open_yet', facts: { opensAt: '2026-10-12T17:00:00Z' } },
    'Booking opens Mon 18:00.',
  ],
  [
    { reason: 'not_open_yet', facts: { opensAt: '2026-10-14T17:00:00Z' } },
    'Booking opens today at 18:00.',
  ],
  [{ reason: 'closed', facts: { closesAt: '2026-10-14T11:05:00Z' } }, 'Booking closed at 12:05.'],
  [
    { reason: 'level_locked', facts: { needs: 'Level 3', holds: 'Level 2' } },
    'This class needs level 3. You have level 2.',
  ],
  [
    { reason: 'level_locked', facts: { needs: 'Yellow belt', holds: null } },
    'This class needs Yellow belt. You don’t have a level yet.',
  ],
  [
    { reason: 'level_locked', facts: { needs: 'Level 3', holds: 'Level 3', lapsed: true } },
    'This class needs level 3. Yours runs out before it, so ask a coach to confirm it.',
  ],
  [
    { reason: 'entitlement_ends_before', facts: { name: '10-class pack', endsOn: '2026-10-31' } },
    'Your 10-class pack ends Sat 31 Oct, before this class.',
  ],
  [
    {
      reason: 'weekly_limit',
      facts: { name: 'Two a week', limit: 2, per: 'week', again: '2026-10-19' },
    },
    'You’ve used all 2 classes of your Two a week for that week. The next week starts Mon 19 Oct.',
  ],
])('%o reads well', (refused, sentence) => {
  const formats = {
    timeZone: 'Europe/London',
    locale: 'en-GB',
    currency: 'GBP',
    today: '2026-10-14',
  }
  expect(refusalWords(refused, formats).sentence).toBe(sentence)
})

test('every refusal of the closed list has a sentence that ends', () => {
  const facts = {
    why: '',
    startsAt: monday,
    opensAt: monday,
    closesAt: monday,
    capacity: 8,
    limit: 3,
    bookingId: 'b',
    title: 'T',
    localStart: '2026-10-15T18:30',
    name: 'N',
    endsOn: '2026-10-31',
    per: 'week',
    again: '2026-10-19',
    until: null,
    blockedUntil: monday,
    minimumAge: 16,
    needs: 'Level 3',
    holds: null,
    skillId: 's1',
    days: 2,
    need: 3,
    lapsed: false,
    others: 1,
  }
  const formats = {
    timeZone: 'Europe/London',
    locale: 'en-GB',
    currency: 'GBP',
    today: '2026-10-14',
  }
  for (const reason of refusals) {
    const { sentence } = refusalWords({ reason, facts } as unknown as Refused, formats)
    expect(sentence, reason).toMatch(/^[A-Z].*\.$/)
    expect(sentence, reason).not.toMatch(/undefined|NaN|!/)
  }
})

test('a full class whose waitlist has closed says when it did', () => {
  const said = (over: Partial<BookableOccurrence>) =>
    stand({ occurrence: { booked: 8, ...over }, now: '2026-10-15T16:00:00Z' }).sentence
  expect(said({})).toBe('Full. The waitlist closed at 16:30.')
  expect(said({ waitlistLimit: 0 })).toBe('Full. All 8 places are taken.')
})
