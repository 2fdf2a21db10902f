/** What follows when a charge of a kept card fails, day by day (R10). Pure. */
import { worthRetrying } from '#app/domain/payments/attempts/attempt-words.ts'
import { addDays, type LocalDate } from '#app/values/zone.ts'

export type DunningSettings = {
  version: number
  /** Days after the first failure on which the card is tried again, ascending. */
  retryDays: readonly number[]
  /** Days after the first failure on which somebody may still book. */
  graceDays: number
  /** Days after a membership's bill was due by hand on which somebody may still book; null is always. */
  handGraceDays: number | null
  /** The first reminder of what is paid by hand is sent automatically. */
  remindsUnpaid: boolean
}

/** Until the studio says otherwise: story 9. */
export const usualDunning: DunningSettings = {
  version: 0,
  retryDays: [1, 3, 7],
  graceDays: 3,
  handGraceDays: 14,
  remindsUnpaid: true,
}

/** Days after the first failure until a membership is suspended where nothing is retried. */
const suspendedAfter = 7

export type PlannedStep = { kind: 'charge' | 'block' | 'suspend'; n: number; dueOn: LocalDate }

/**
 * What is planned once the first charge has failed: retries where a later one may get the money, the
 * first day on which they can't book, and the day on which the membership is suspended, which is
 * that of the last retry.
 */
export function stepsAfterFailure(
  failedOn: LocalDate,
  code: string | null,
  { retryDays, graceDays }: Pick<DunningSettings, 'retryDays' | 'graceDays'>,
): PlannedStep[] {
  const retries = worthRetrying(code) ? retryDays : []
  const last = Math.max(retries.at(-1) ?? suspendedAfter, graceDays + 1)
  return [
    ...retries.map((days, i) => ({
      kind: 'charge' as const,
      n: i + 1,
      dueOn: addDays(failedOn, days),
    })),
    { kind: 'block', n: 0, dueOn: addDays(failedOn, graceDays + 1) },
    { kind: 'suspend', n: 0, dueOn: addDays(failedOn, last) },
  ]
}

export const graceUntil = (
  failedOn: LocalDate,
  { graceDays }: Pick<DunningSettings, 'graceDays'>,
): LocalDate => addDays(failedOn, graceDays)
