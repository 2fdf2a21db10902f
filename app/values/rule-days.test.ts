import fc from 'fast-check'
import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { expand, parseRule } from './recurrence.ts'
import { dateOf, dayOf, ruleDays } from './rule-days.ts'

const names = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
type Span = { first: number; last: number }

function daysOf(rule: string, span: Span): string[] {
  const parsed = parseRule(rule)
  if (!parsed.ok) throw new Error(`${rule} is refused as ${parsed.reason}`)
  return [...ruleDays(parsed.rule.parts, span)].map(dateOf)
}

/** What the library rrule-temporal, which has every form of the RFC, says of the same rule. */
function daysByLibrary(rule: string, { first, last }: Span): string[] {
  const noon = (day: number) =>
    Temporal.PlainDateTime.from(`${dateOf(day)}T12:00`).toZonedDateTime('UTC')
  return new RRuleTemporal({ rruleString: `RRULE:${rule}`, dtstart: noon(first), tzid: 'UTC' })
    .between(noon(first), noon(last), true)
    .map((start) => start.toString().slice(0, 10))
}

const span = fc
  .record({
    from: fc.integer({ min: dayOf('2023-12-25'), max: dayOf('2028-03-01') }),
    days: fc.integer({ min: 0, max: 900 }),
  })
  .map(({ from, days }) => ({ first: from, last: from + days }))

const signed = (max: number) => fc.integer({ min: 1, max }).chain((n) => fc.constantFrom(n, n, -n))
const weekday = fc.constantFrom(...names)
const nthWeekday = fc.tuple(signed(5), weekday).map(([nth, day]) => `${nth}${day}`)
/** Up to three different values of a part, or the part left out. */
const listed = (value: fc.Arbitrary<string | number>) =>
  fc.option(fc.uniqueArray(value, { minLength: 1, maxLength: 3 }), { freq: 1 })

/** A rule of every part that a timetable may have, each in some and left out of others. */
const rules = (frequency: string, day: fc.Arbitrary<string>) =>
  fc
    .record({
      INTERVAL: fc.option(fc.integer({ min: 1, max: 5 })),
      BYDAY: listed(day),
      BYMONTHDAY: listed(signed(31)),
      BYMONTH: listed(fc.integer({ min: 1, max: 12 })),
      BYSETPOS: listed(signed(5)),
      WKST: fc.option(weekday),
    })
    .map((parts) =>
      Object.entries(parts)
        .filter(([, value]) => value !== null)
        .reduce((rule, [name, value]) => `${rule};${name}=${value}`, `FREQ=${frequency}`),
    )

test.each([
  ['DAILY', 'days of the week', weekday],
  ['WEEKLY', 'days of the week', weekday],
  ['MONTHLY', 'days of the week', weekday],
  ['MONTHLY', 'the second Monday and the last Friday', nthWeekday],
  ['MONTHLY', 'both kinds of day', fc.oneof(weekday, nthWeekday)],
  ['YEARLY', 'days of the week', weekday],
])('a %s rule with %s gives the days that another library gives', (frequency, _, day) => {
  fc.assert(
    fc.property(rules(frequency, day), span, (rule, within) => {
      expect(daysOf(rule, within)).toEqual(daysByLibrary(rule, within))
    }),
    { numRuns: 250 },
  )
})

test.each([weekday, nthWeekday])(
  'COUNT and UNTIL end a series where another library ends it',
  (day) => {
    const ends = fc.oneof(
      fc.integer({ min: 1, max: 40 }).map((n) => `COUNT=${n}`),
      fc
        .integer({ min: dayOf('2024-01-01'), max: dayOf('2027-01-01') })
        .map((until) => `UNTIL=${dateOf(until).replaceAll('-', '')}T120000Z`),
    )
    fc.assert(
      fc.property(rules('MONTHLY', day), ends, span, (rule, end, { first, last }) => {
        const until = Math.min(last, first + 500)
        const ours = expand({
          firstStart: `${dateOf(first)}T12:00`,
          timeZone: 'UTC',
          rrule: `${rule};${end}`,
          // The second half alone: COUNT counts what came before it, too.
          from: dateOf(Math.floor((first + until) / 2)),
          until: dateOf(until),
        })
        const all = daysByLibrary(`${rule};${end}`, { first, last: until })
        expect(ours.map(({ recurrenceKey }) => recurrenceKey.slice(0, 10))).toEqual(
          all.filter((date) => dayOf(date) >= Math.floor((first + until) / 2)),
        )
      }),
      { numRuns: 150 },
    )
  },
)

test('the nth Monday of a year, or of months of a year, is the one that another library gives', () => {
  const parts = fc.constantFrom('BYMONTH=2', 'BYMONTH=1,6,12', 'INTERVAL=2', 'BYSETPOS=-1')
  const days = fc.uniqueArray(nthWeekday, { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(parts, days, span, (part, named, within) => {
      const rule = `FREQ=YEARLY;BYDAY=${named};${part}`
      expect(daysOf(rule, within)).toEqual(daysByLibrary(rule, within))
    }),
    { numRuns: 150 },
  )
})

// Of these the library leaves days out or adds some that no part names.
test('a year may name every Monday beside the first Friday: each day of either, and narrowed by days of the month', () => {
  fc.assert(
    fc.property(weekday, nthWeekday, span, (every, nth, within) => {
      const [both, one, other] = [`${every},${nth}`, every, nth].map((named) =>
        daysOf(`FREQ=YEARLY;BYDAY=${named}`, within),
      )
      expect(both).toEqual([...new Set([...one!, ...other!])].sort())
      const firstHalf = '1,2,3,4,5,6,7,8,9,10,11,12,13,14,15'
      expect(daysOf(`FREQ=YEARLY;BYDAY=${nth};BYMONTHDAY=${firstHalf}`, within)).toEqual(
        other!.filter((date) => Number(date.slice(8)) <= 15),
      )
    }),
    { numRuns: 100 },
  )
})

test.each([
  ['FREQ=MONTHLY;BYDAY=2MO', '2026-01-12 2026-02-09 2026-03-09 2026-04-13'],
  ['FREQ=MONTHLY;BYDAY=-1FR', '2026-01-30 2026-02-27 2026-03-27 2026-04-24'],
  // A month without a 31st has no class.
  ['FREQ=MONTHLY;BYMONTHDAY=31', '2026-01-31 2026-03-31'],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', '2026-01-31 2026-02-28 2026-03-31 2026-04-30'],
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', '2026-01-30 2026-02-27 2026-03-31 2026-04-30'],
  // Sunday and Tuesday every other week: where a week begins decides which two go together (RFC 5545).
  ['FREQ=WEEKLY;INTERVAL=6;BYDAY=TU,SU;WKST=MO', '2026-01-06 2026-01-11 2026-02-17 2026-02-22'],
  ['FREQ=WEEKLY;INTERVAL=6;BYDAY=TU,SU;WKST=SU', '2026-01-06 2026-02-15 2026-02-17 2026-03-29'],
  ['FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=6', '2026-04-06'],
])('%s from 6 January to April 2026 is %s', (rule, days) => {
  const within = { first: dayOf('2026-01-06'), last: dayOf('2026-04-30') }
  expect(daysOf(rule, within).slice(0, 4).join(' ')).toBe(days)
})
