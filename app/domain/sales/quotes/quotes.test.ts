import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  afterBill,
  comingBills,
  type HeldPlan,
  nextBill,
  nextUnbilledDay,
  type PlanTerms,
} from '#app/domain/entitlements/membership-terms.ts'
import { periodOf } from '#app/values/billing/billing-period.ts'
import { addDays, daysBetween } from '#app/values/zone.ts'
import { refusalSentence } from '../memberships/act-words.ts'
import { quoteCancel } from './quote-cancel.ts'
import { quoteChange } from './quote-change.ts'
import { quoteEndFreeze, quoteFreeze } from './quote-freeze.ts'
import { quoteJoin, soldOn } from './quote-join.ts'
import { quotePackRefund } from './quote-refund.ts'

const reader = { currency: 'GBP', locale: 'en-GB' }

const terms = (over: Partial<PlanTerms> = {}): PlanTerms => ({
  name: 'Unlimited',
  priceMinor: 9_000,
  interval: 'month',
  allowance: null,
  joiningFeeMinor: 0,
  trialDays: 0,
  noticeDays: 30,
  freeze: { mostDays: 60, leastDays: 1, feeMinor: 0 },
  ...over,
})

/** A membership whose bills up to and including the period that holds `date` were made. */
const billedTo = (held: HeldPlan, date: string): HeldPlan => {
  let now = held
  while (nextUnbilledDay(now) <= date) {
    const bill = nextBill(now)
    if (!bill) break
    now = afterBill(now, bill)
  }
  return now
}

const unlimited = billedTo(soldOn(terms(), { startsOn: '2027-01-01', anchorDay: 1 }), '2027-04-01')

test('ten frozen days of April come off the bill of May (story 5)', () => {
  const freeze = { from: '2027-04-11', until: '2027-04-20' }
  const quote = quoteFreeze(unlimited, freeze, { today: '2027-04-05', earliest: '2027-04-06' })
  if (!quote.ok) throw new Error(quote.reason)
  expect(quote).toMatchObject({ freeze, dueNowMinor: 0, creditNowMinor: 0 })
  expect(quote.effects).toEqual([
    { on: '2027-04-11', kind: 'freeze_starts' },
    { on: '2027-04-21', kind: 'freeze_ends' },
    { on: '2027-05-01', kind: 'renews', amountMinor: 6_000 },
    { on: '2027-06-01', kind: 'renews', amountMinor: 9_000 },
  ])
  const [may] = comingBills(quote.held, 1)
  expect(
    may!.lines.map(({ kind, amountMinor, part, whole }) => [kind, amountMinor, part, whole]),
  ).toEqual([
    ['membership', 9_000, 31, 31],
    ['freeze', -3_000, 10, 30],
  ])

  const early = quoteEndFreeze(quote.held, '2027-04-16', '2027-04-16')
  if (!early.ok) throw new Error(early.reason)
  expect(comingBills(early.held, 2).map(({ totalMinor }) => totalMinor)).toEqual([7_200, 9_000])
})

test('half a period frozen halves the next payment and its classes, then all is as before (story 6)', () => {
  const eight = terms({ priceMinor: 7_900, interval: 'four_weeks', allowance: 8 })
  const held = billedTo(soldOn(eight, { startsOn: '2027-03-01', anchorDay: null }), '2027-03-01')
  const quote = quoteFreeze(
    held,
    { from: '2027-03-15', until: '2027-03-28' },
    { today: '2027-03-10', earliest: '2027-03-11' },
  )
  if (!quote.ok) throw new Error(quote.reason)
  const bills = comingBills(quote.held, 2)
  expect(bills.map(({ dueOn, totalMinor, allowance }) => [dueOn, totalMinor, allowance])).toEqual([
    ['2027-03-29', 3_950, 4],
    ['2027-04-26', 7_900, 8],
  ])
})

test('somebody who joins on the 17th pays 14 of 30 days, then the whole month (story 7)', () => {
  const quote = quoteJoin(
    terms({ priceMinor: 7_500 }),
    { startsOn: '2026-11-17', anchorDay: 1, today: '2026-11-17' },
    reader,
  )
  expect(quote.dueNowMinor).toBe(3_500)
  expect(quote.effects).toEqual([
    { on: '2026-11-17', kind: 'starts' },
    { on: '2026-11-17', kind: 'charge', amountMinor: 3_500, working: '14/30 days of £75.00' },
    { on: '2026-12-01', kind: 'renews', amountMinor: 7_500 },
  ])
  const last = soldOn(terms(), { startsOn: '2027-01-31', anchorDay: 31 })
  expect(comingBills(last, 3).map(({ dueOn }) => dueOn)).toEqual([
    '2027-01-31',
    '2027-02-28',
    '2027-03-31',
  ])
})

test('an upgrade gives back what is left of the old plan and charges it at the new (story 8)', () => {
  const eight = terms({ name: '8 a month', priceMinor: 6_000, allowance: 8 })
  const held = billedTo(soldOn(eight, { startsOn: '2027-06-01', anchorDay: 1 }), '2027-06-01')
  const quote = quoteChange(held, terms(), { today: '2027-06-16' }, reader)
  if (!quote.ok) throw new Error(quote.reason)
  expect(quote).toMatchObject({ way: 'upgrade', startsOn: '2027-06-16', dueNowMinor: 1_500 })
  expect(quote.effects).toEqual([
    { on: '2027-06-16', kind: 'changes' },
    { on: '2027-06-16', kind: 'credit', amountMinor: 3_000, working: '15/30 days of £60.00' },
    { on: '2027-06-16', kind: 'charge', amountMinor: 4_500, working: '15/30 days of £90.00' },
    { on: '2027-07-01', kind: 'renews', amountMinor: 9_000 },
  ])
})

test('a downgrade moves no money today and begins with the next bill', () => {
  const quote = quoteChange(
    unlimited,
    terms({ name: '8 a month', priceMinor: 6_000 }),
    { today: '2027-04-16' },
    reader,
  )
  expect(quote).toMatchObject({
    ok: true,
    way: 'downgrade',
    startsOn: '2027-05-01',
    dueNowMinor: 0,
  })
})

test('an upgrade during a trial charges nothing until the trial is over', () => {
  const held = soldOn(terms({ priceMinor: 6_000, trialDays: 14 }), {
    startsOn: '2027-06-01',
    anchorDay: 1,
  })
  const quote = quoteChange(held, terms({ name: 'Everything' }), { today: '2027-06-05' }, reader)
  expect(quote).toMatchObject({ ok: true, way: 'upgrade', dueNowMinor: 0 })
  if (quote.ok) expect(quote.effects.at(-1)).toMatchObject({ on: '2027-06-15', amountMinor: 4_800 })
})

test('cancelling with 30 days of notice bills the last part month by days', () => {
  const held = billedTo(soldOn(terms(), { startsOn: '2026-03-01', anchorDay: 1 }), '2026-10-01')
  const quote = quoteCancel(held, '2026-10-13')
  if (!quote.ok) throw new Error(quote.reason)
  expect(quote).toMatchObject({ lastDay: '2026-11-12', because: 'notice' })
  expect(quote.effects).toEqual([
    { on: '2026-11-01', kind: 'renews', amountMinor: 3_600 },
    { on: '2026-11-12', kind: 'last_day' },
  ])
  expect(quoteCancel(quote.held, '2026-10-14')).toEqual({ ok: false, reason: 'cancelled_already' })
})

test('cancelling never ends before what was paid for, nor before the minimum term', () => {
  const noNotice = terms({ noticeDays: 0 })
  const held = billedTo(soldOn(noNotice, { startsOn: '2026-03-01', anchorDay: 1 }), '2026-10-01')
  expect(quoteCancel(held, '2026-10-13')).toMatchObject({
    lastDay: '2026-10-31',
    because: 'paid_until',
  })
  expect(quoteCancel({ ...held, committedUntil: '2027-02-28' }, '2026-10-13')).toMatchObject({
    lastDay: '2027-02-28',
    because: 'minimum_term',
  })
})

test('frozen days that no bill will take become account credit on the last day', () => {
  const held = billedTo(
    soldOn(terms({ noticeDays: 0 }), { startsOn: '2027-01-01', anchorDay: 1 }),
    '2027-04-01',
  )
  const frozen = quoteFreeze(
    held,
    { from: '2027-04-11', until: '2027-04-20' },
    { today: '2027-04-05', earliest: '2027-04-06' },
  )
  if (!frozen.ok) throw new Error(frozen.reason)
  const quote = quoteCancel(frozen.held, '2027-04-21')
  if (!quote.ok) throw new Error(quote.reason)
  expect(quote.effects).toEqual([
    { on: '2027-04-30', kind: 'last_day' },
    { on: '2027-04-30', kind: 'credit', amountMinor: 3_000, working: '10/30 days frozen' },
  ])
  // On the day itself the job gives it: it is no part of the act.
  expect(quoteCancel(frozen.held, '2027-04-30')).toMatchObject({
    lastDay: '2027-04-30',
    dueNowMinor: 0,
    creditNowMinor: 0,
  })
})

test('a freeze that begins on the last day of a period takes that day off the next bill', () => {
  const quote = quoteFreeze(
    unlimited,
    { from: '2027-04-30', until: '2027-05-04' },
    { today: '2027-04-30', earliest: '2027-04-30' },
  )
  if (!quote.ok) throw new Error(quote.reason)
  const [may] = comingBills(quote.held, 1)
  expect(may!.lines.map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual([
    ['membership', 9_000],
    ['freeze', -1_161],
    ['freeze', -300],
  ])
})

test('cancelling in a freeze without a last day leaves the rest of the minimum term to be paid after it', () => {
  const free = terms({ noticeDays: 0, freeze: { mostDays: 366, leastDays: 1, feeMinor: 0 } })
  const sold = billedTo(soldOn(free, { startsOn: '2027-01-01', anchorDay: 1 }), '2027-04-01')
  const held: HeldPlan = {
    ...sold,
    committedUntil: '2027-06-30',
    freezes: [{ from: '2027-05-01', until: null }],
  }
  const cancel = (noticeDays: number, today: string) => {
    const quote = quoteCancel({ ...held, terms: { ...free, noticeDays } }, today)
    if (!quote.ok) throw new Error(quote.reason)
    return [quote.lastDay, quote.because, quote.held.freezes, quote.held.committedUntil]
  }
  // 61 days of the term are left when it begins; ten of the freeze are over.
  expect(cancel(0, '2027-05-10')).toEqual([
    ...['2027-07-10', 'minimum_term', [{ from: '2027-05-01', until: '2027-05-10' }], '2027-07-10'],
  ])
  // A longer notice is frozen as far as the term allows.
  expect(cancel(90, '2027-05-10')).toEqual([
    ...['2027-08-08', 'notice', [{ from: '2027-05-01', until: '2027-06-08' }], '2027-08-08'],
  ])
  // Before the freeze begins the term is as it was, and nothing of it is frozen.
  expect(cancel(0, '2027-04-20')).toEqual(['2027-06-30', 'minimum_term', [], '2027-06-30'])
})

test('a freeze is refused that is too short, too long for the year, or over another', () => {
  const held = {
    ...unlimited,
    terms: terms({ freeze: { mostDays: 20, leastDays: 7, feeMinor: 0 } }),
  }
  const when = { today: '2027-04-05', earliest: '2027-04-06' }
  const ask = (from: string, until: string | null, plan: HeldPlan = held) => {
    const quote = quoteFreeze(plan, { from, until }, when)
    return quote.ok ? 'ok' : quote.reason
  }
  expect(ask('2027-04-06', '2027-04-11')).toBe('too_short')
  expect(ask('2027-04-05', '2027-04-20')).toBe('too_early')
  expect(ask('2027-04-20', '2027-04-10')).toBe('ends_before_it_starts')
  expect(ask('2027-04-10', '2027-04-30')).toBe('too_many_days')
  // The days of two years count in each.
  expect(ask('2027-12-20', '2028-01-10')).toBe('ok')
  // One without a last day ends with the last that the year leaves, or runs on into the next.
  const open = (from: string, plan: HeldPlan = held) => {
    const quote = quoteFreeze(plan, { from, until: null }, when)
    return quote.ok ? [quote.freeze.until, quote.held.committedUntil] : quote
  }
  const bound = { ...held, committedUntil: '2027-06-30' }
  expect(open('2027-04-10', bound)).toEqual(['2027-04-29', '2027-07-20'])
  expect(open('2027-12-20')).toEqual(['2028-01-20', null])
  const spent = { ...held, freezes: [{ from: '2027-01-01', until: '2027-01-20' }] }
  expect(open('2027-04-10', spent)).toMatchObject({ reason: 'too_many_days', daysLeft: 0 })
  // Five days are left, and a freeze lasts at least seven.
  const few = { ...held, freezes: [{ from: '2027-01-01', until: '2027-01-15' }] }
  const tooFew = { ok: false, reason: 'too_many_days', daysLeft: 5, leastDays: 7 } as const
  expect(open('2027-04-10', few)).toEqual(tooFew)
  expect(refusalSentence(tooFew, { today: when.today, locale: 'en-GB' })).toBe(
    'Only 5 freeze days left, and a freeze lasts at least 7 days. Choose days of another year.',
  )
  const none = { ...held, terms: terms({ freeze: { mostDays: 0, leastDays: 1, feeMinor: 0 } }) }
  expect(open('2027-04-10', none)).toMatchObject({ ok: false, reason: 'too_many_days' })
  // Ended sooner, the minimum term is as long as the freeze was; so is one that had no last day.
  const end = (plan: HeldPlan) => {
    const quote = quoteEndFreeze(plan, '2027-04-14', '2027-04-14')
    return quote.ok && quote.held.committedUntil
  }
  expect(end({ ...bound, freezes: [{ from: '2027-04-10', until: null }] })).toBe('2027-07-05')
  const frozen = { ...held, freezes: [{ from: '2027-04-10', until: '2027-04-20' }] }
  expect(ask('2027-04-20', '2027-04-29', frozen)).toBe('overlaps')
  expect(ask('2027-04-06', null, frozen)).toBe('overlaps')
  expect(ask('2026-12-01', '2026-12-20')).toBe('not_started')
  expect(ask('2027-05-01', '2027-05-10', { ...held, endsOn: '2027-04-30' })).toBe('ended')
})

test('a freeze lengthens a minimum term and a membership that ends by as many days', () => {
  const held = { ...unlimited, endsOn: '2027-12-31', committedUntil: '2027-09-30' }
  const quote = quoteFreeze(
    held,
    { from: '2027-04-11', until: '2027-04-20' },
    { today: '2027-04-05', earliest: '2027-04-06' },
  )
  expect(quote).toMatchObject({ held: { endsOn: '2028-01-10', committedUntil: '2027-10-10' } })
})

test('the refund of a pack is its price less the used classes at the drop-in price (story 10)', () => {
  const used = (times: number, price: number | null) => Array.from({ length: times }, () => price)
  const pack = {
    priceMinor: 12_000,
    paidMinor: 12_000,
    taxMinor: 2_000,
    credits: 10,
    usedAtMinor: used(3, 1_500),
  }
  expect(quotePackRefund(pack)).toEqual({
    refundMinor: 7_500,
    taxMinor: 1_250,
    keptMinor: 4_500,
    usedMinor: 4_500,
    revoked: 7,
  })
  expect(quotePackRefund({ ...pack, usedAtMinor: used(9, 1_500) })).toMatchObject({
    refundMinor: 0,
    taxMinor: 0,
  })
  expect(quotePackRefund({ ...pack, usedAtMinor: used(3, null) })).toMatchObject({
    refundMinor: 8_400,
  })
  // A used class costs its share of the price, also after £60.00 was refunded.
  const refunded = { ...pack, paidMinor: 6_000, taxMinor: 1_000, usedAtMinor: used(3, null) }
  expect(quotePackRefund(refunded)).toMatchObject({ refundMinor: 2_400, usedMinor: 3_600 })
})

const anyTerms = fc
  .record({
    priceMinor: fc.integer({ min: 0, max: 30_000 }),
    interval: fc.constantFrom('month' as const, 'four_weeks' as const, 'week' as const),
    allowance: fc.option(fc.integer({ min: 1, max: 30 })),
    trialDays: fc.constantFrom(0, 0, 7, 14),
  })
  .map((over) => terms({ ...over, freeze: { mostDays: 400, leastDays: 1, feeMinor: 0 } }))

const anyLife = fc.record({
  plan: anyTerms,
  startsOn: fc.nat(400).map((n) => addDays('2026-01-01', n)),
  anchorDay: fc.option(fc.integer({ min: 1, max: 31 })),
  /** Days between one act and the next, how long a freeze lasts, and what is done. */
  acts: fc.array(
    fc.record({
      after: fc.integer({ min: 1, max: 40 }),
      length: fc.integer({ min: 1, max: 45 }),
      act: fc.constantFrom('freeze', 'open', 'end', 'wait'),
    }),
    { maxLength: 8 },
  ),
})

test('whatever was frozen when, bills come to the price of the days that were not', () => {
  fc.assert(
    fc.property(anyLife, ({ plan, startsOn, anchorDay, acts }) => {
      let held = soldOn(plan, { startsOn, anchorDay })
      let today = startsOn
      let billed = 0
      let periods = 0
      const billTo = (date: string) => {
        while (nextUnbilledDay(held) <= date) {
          const bill = nextBill(held)
          if (!bill) break
          expect(bill.totalMinor).toBeGreaterThanOrEqual(0)
          billed += bill.totalMinor - bill.creditMinor
          periods++
          held = afterBill(held, bill)
        }
      }
      for (const { after, length, act } of acts) {
        today = addDays(today, after)
        billTo(today)
        if (act === 'freeze' || act === 'open') {
          const until = act === 'open' ? null : addDays(today, length)
          const quote = quoteFreeze(
            held,
            { from: addDays(today, 1), until },
            { today, earliest: addDays(today, 1) },
          )
          if (quote.ok) held = quote.held
        }
        if (act === 'end') {
          const quote = quoteEndFreeze(held, today, today)
          if (quote.ok) held = quote.held
        }
      }
      // An open freeze ends, and one more period settles what is outstanding.
      const ended = quoteEndFreeze(held, today, today)
      if (ended.ok) held = ended.held
      const horizon = addDays(today, 140)
      billTo(horizon)
      const last = held.billed.at(-1)
      if (!last) return
      let fair = 0
      for (let day = addDays(startsOn, plan.trialDays); day <= last.until; day = addDays(day, 1)) {
        const frozen = held.freezes.some(
          ({ from, until }) => from <= day && (until === null || day <= until),
        )
        if (!frozen) fair += plan.priceMinor / periodOf(held.anchor, day).days
      }
      // Each period rounds its price and what comes off it once, however often it came off.
      expect(Math.abs(billed - fair)).toBeLessThanOrEqual(periods + 1)
    }),
    { numRuns: 80 },
  )
})

test('an upgrade is due by as much as the days that are left differ, and no more', () => {
  fc.assert(
    fc.property(
      anyTerms,
      fc.integer({ min: 0, max: 60_000 }),
      fc.nat(200),
      (plan, priceMinor, n) => {
        const bought = soldOn(
          { ...plan, trialDays: 0 },
          { startsOn: '2026-01-01', anchorDay: null },
        )
        const today = addDays('2026-01-01', n)
        const held = billedTo(bought, today)
        const to = { ...plan, trialDays: 0, name: 'Another', priceMinor }
        const quote = quoteChange(held, to, { today }, reader)
        if (!quote.ok || quote.way === 'downgrade') return
        const last = held.billed.at(-1)!
        const { days } = periodOf(held.anchor, today)
        const left = daysBetween(today, last.until) + 1
        const fair = ((priceMinor - plan.priceMinor) * left) / days
        expect(Math.abs(quote.dueNowMinor - quote.creditNowMinor - fair)).toBeLessThanOrEqual(1)
        expect(quote.held.billed).toMatchObject([
          { from: today, until: last.until, priceMinor, frozenMinor: 0 },
        ])
      },
    ),
  )
})

test('a cancelled membership is paid to its last day and not beyond', () => {
  fc.assert(
    fc.property(anyTerms, fc.nat(120), fc.nat(60), (plan, n, noticeDays) => {
      const today = addDays('2026-01-01', n)
      const bought = soldOn({ ...plan, noticeDays }, { startsOn: '2026-01-01', anchorDay: null })
      const held = billedTo(bought, today)
      const quote = quoteCancel(held, today)
      if (!quote.ok) throw new Error(quote.reason)
      expect(quote.lastDay >= addDays(today, noticeDays)).toBe(true)
      const bills = comingBills(quote.held, 100)
      const paidTo = (bills.at(-1)?.billed ?? held.billed).at(-1)?.until

      expect(paidTo ?? quote.lastDay).toBe(quote.lastDay)
    }),
  )
})
