import { expect, test } from 'vitest'
import { expand } from '#app/values/recurrence.ts'
import { lastDateOf, readRule } from './series-rule.ts'

test('the last date of a rule is told by its end or by its number of classes, as its classes are made', () => {
  for (const rrule of [
    'FREQ=WEEKLY;BYDAY=MO;COUNT=6',
    'FREQ=WEEKLY;BYDAY=MO,TH;COUNT=7',
    'FREQ=WEEKLY;COUNT=1',
    'FREQ=WEEKLY;BYDAY=MO,TH;UNTIL=20261119',
  ]) {
    const firstStart = '2026-10-05T18:30'
    const all = expand({
      firstStart,
      timeZone: 'Europe/London',
      rrule,
      from: '2026-10-05',
      until: '2027-10-05',
    })
    expect(lastDateOf(readRule(rrule, firstStart)!, firstStart)).toBe(
      all.at(-1)!.localStart.slice(0, 10),
    )
  }
  expect(
    lastDateOf(readRule('FREQ=WEEKLY;BYDAY=MO', '2026-10-05T18:30')!, '2026-10-05T18:30'),
  ).toBeNull()
  expect(lastDateOf(readRule('', '2026-10-05T18:30')!, '2026-10-05T18:30')).toBeNull()
})
