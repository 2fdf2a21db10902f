/** The figures of a month, worked out from what was written of it. Pure. */
import { addDays } from '#app/values/zone.ts'
import type { MovementKind } from '../recurring/movement.ts'
import type { FigureId } from './figure.ts'

export type MonthRow = { month: string; metric: string; key: string; value: number }
export type ClassSums = {
  classes: number
  places: number
  booked: number
  came: number
  noShows: number
  freeBooked: number
  freeCame: number
}
export type MoneySums = {
  taken: number
  refunded: number
  invoiced: number
  earned: number
  retail: number
}

export type MonthFacts = {
  month: string
  /** Rows of `metric_months` of this month. */
  rows: readonly MonthRow[]
  classes: ClassSums
  money: MoneySums
  /** Of the six months up to this one: who left, and who paid at the start. */
  leftOf: { left: number; paying: number }
}

const writtenOf = (rows: readonly MonthRow[], metric: string, key = ''): number | null =>
  rows.find((row) => row.metric === metric && row.key === key)?.value ?? null

/** People who moved in one way; nobody is 0. */
export const movedIn = (
  rows: readonly MonthRow[],
  kind: MovementKind,
  what: 'people' | 'minor' = 'people',
): number => writtenOf(rows, `movement.${what}`, kind) ?? 0

/** People who began to pay, once each; a month that was closed before has them by kind. */
const beganIn = (rows: readonly MonthRow[]): number =>
  writtenOf(rows, 'movement.people', 'began') ?? movedIn(rows, 'joined') + movedIn(rows, 'rejoined')

export type Figures = Record<FigureId, number | null>

/** Half up, of what may be nothing. */
const quotient = (part: number | null, whole: number | null): number | null =>
  part === null || !whole ? null : part / whole

/**
 * Money in minor units, rates and shares in percent. Null where there is nothing to divide by or
 * nothing was written. `withoutFree`: places that nothing pays for are left out of what classes say.
 */
export function figuresOf(
  { rows, classes, money, leftOf }: MonthFacts,
  { withoutFree = false }: { withoutFree?: boolean } = {},
): Figures {
  const recurring = writtenOf(rows, 'recurring.minor')
  const paying = writtenOf(rows, 'members.paying')
  const average = quotient(recurring, paying)
  const churn = quotient(movedIn(rows, 'left'), writtenOf(rows, 'members.opening'))
  const lasting = quotient(leftOf.left, leftOf.paying)
  const booked = classes.booked - (withoutFree ? classes.freeBooked : 0)
  const percent = (share: number | null) => (share === null ? null : share * 100)
  return {
    'recurring.minor': recurring,
    'members.paying': paying,
    'members.joined': paying === null ? null : beganIn(rows),
    'members.churn': percent(churn),
    'members.average': average === null ? null : Math.round(average),
    'members.lifetime': average === null || !lasting ? null : Math.round(average / lasting),
    'classes.filled': percent(quotient(booked, classes.places)),
    'classes.no_shows': percent(quotient(classes.noShows, booked)),
    'classes.came': classes.came - (withoutFree ? classes.freeCame : 0),
    'people.came': writtenOf(rows, 'people.came'),
    'intro.stayed': percent(
      quotient(writtenOf(rows, 'intro.stayed'), writtenOf(rows, 'intro.ended')),
    ),
    'money.taken': money.taken - money.refunded,
    'money.invoiced': money.invoiced,
    'money.earned': money.earned,
    'money.retail': money.retail,
  }
}

/** The month some months before or after (`2026-06`). */
export function monthsFrom(month: string, by: number): string {
  const [year = 0, nr = 1] = month.split('-').map(Number)
  const at = year * 12 + (nr - 1) + by
  return `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}`
}

/** First and last day of a month. */
export const daysOf = (month: string) => ({
  from: `${month}-01`,
  until: addDays(`${monthsFrom(month, 1)}-01`, -1),
})
