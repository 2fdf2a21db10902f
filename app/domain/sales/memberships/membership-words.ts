/** One membership as its page tells of it, to its holder and to the desk. Pure. */

import { membershipNote } from '#app/domain/entitlements/holding-words.ts'
import type { Bill } from '#app/domain/entitlements/membership-terms.ts'
import { perInterval, planLimitWords } from '#app/domain/entitlements/offer-words.ts'
import { count, dayLong, dayMonthYear, dayRange, money } from '#app/values/wording.ts'
import type { LocalDate } from '#app/values/zone.ts'
import { actHeads } from './act-words.ts'
import type { ActName } from './membership-acts.ts'

type Reader = { currency: string; locale: string; today: LocalDate }

type Row = {
  id: string
  name: string
  state: string
  priceMinor: number
  interval: 'month' | 'four_weeks' | 'week'
  weeklyLimit: number | null
  periodLimit: number | null
  startsOn: LocalDate
  endsOn: LocalDate | null
  committedUntil: LocalDate | null
  noticeDays: number
  contract: string
}

const over: Record<string, string> = {
  cancelled: 'Cancelled',
  expired: 'Ended',
  superseded: 'Replaced by another plan',
  pending_payment: 'Waiting for its first payment',
}

/** Facts of a membership, label and value. */
export function membershipFacts(
  row: Row,
  {
    freeze,
    freezeDaysLeft,
    byHand,
    isOver,
  }: {
    freeze: { from: LocalDate; until: LocalDate | null } | null
    freezeDaysLeft: number
    byHand: boolean
    isOver: boolean
  },
  reader: Reader,
): [label: string, value: string][] {
  const { currency, locale, today } = reader
  const day = (date: LocalDate) => dayMonthYear(date, locale)
  const note = membershipNote(
    { ...row, frozenFrom: freeze?.from ?? null, frozenUntil: freeze?.until ?? null },
    { today, locale },
  ).note
  return [
    ['State', over[row.state] ?? (note || 'Active')],
    ['Price', `${money(row.priceMinor, currency, locale)} ${perInterval[row.interval]}`],
    ['Classes', planLimitWords(row)],
    ['Since', day(row.startsOn)],
    ...(row.committedUntil && row.committedUntil >= today
      ? [['Minimum term', `Until ${day(row.committedUntil)}`] as [string, string]]
      : []),
    ...(isOver
      ? []
      : ([
          ['Notice', row.noticeDays > 0 ? count(row.noticeDays, 'day') : 'None'],
          ['Freeze days left', `${count(freezeDaysLeft, 'day')} this year`],
          ...(byHand ? [['Bills', 'By hand, until the day of the next bill is set']] : []),
        ] as [string, string][])),
  ]
}

/** Bills that come, each with its day, what it is for and what it comes to. */
export function comingWords(bills: readonly Bill[], { currency, locale, today }: Reader) {
  return bills.map(({ dueOn, period, totalMinor, lines }) => ({
    key: dueOn,
    day:
      dueOn.slice(0, 4) === today.slice(0, 4)
        ? dayLong(dueOn, locale)
        : dayMonthYear(dueOn, locale),
    what: dayRange(lines[0]?.from ?? period.from, lines[0]?.until ?? period.until, locale),
    amount: money(totalMinor, currency, locale),
  }))
}

/** What was charged, newest first. */
export function chargedWords(
  rows: readonly {
    id: string
    working: string
    amountMinor: number
    state: string
    invoiceId: string | null
    reference: string | null
  }[],
  { currency, locale }: Pick<Reader, 'currency' | 'locale'>,
) {
  return rows.map(({ id, working, amountMinor, state, invoiceId, reference }) => ({
    id,
    working,
    invoiceId,
    reference,
    amount: money(amountMinor, currency, locale),
    state: state === 'settled' ? 'Paid' : 'To pay',
  }))
}

/** The acts that can be done, in the order of their rows. */
export function actLinks(
  can: Record<ActName, boolean>,
  names: readonly ActName[],
): { act: ActName; label: string }[] {
  return names.filter((name) => can[name]).map((act) => ({ act, label: actHeads[act] }))
}
