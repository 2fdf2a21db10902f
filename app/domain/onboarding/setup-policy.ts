/**
 * The rules a new studio begins with: what its owner chose, and the rest as said on the page that
 * asks.
 */

import { firstPolicy } from '#app/domain/calendar/first-policy.ts'
import { freeBeforeSentence } from '#app/domain/places/cancellation-words.ts'
import { money } from '#app/values/wording.ts'
import type { SetupAnswers } from './setup-draft.ts'
import type { LateKind } from './setup-fields.ts'

/**
 * The policy of a set-up. Not coming costs what a late cancel costs, so with "the credit and a fee"
 * a no-show loses both.
 */
export function policyOf({ id, cancelHours, late, feeMinor }: NonNullable<SetupAnswers['rules']>) {
  return {
    id,
    name: 'Classes',
    ...firstPolicy,
    cancelMinutes: cancelHours * 60,
    lateLosesCredit: late === 'credit' || late === 'both',
    lateFeeMinor: feeMinor,
    noShowFeeMinor: feeMinor,
    noShowBoth: late === 'both',
  }
}

/** What a late cancel costs, to go on from `After that`; `fee` is the amount as it is said. */
export function lateWords(late: LateKind, fee: string): string {
  switch (late) {
    case 'nothing':
      return 'the credit comes back and nothing is taken'
    case 'credit':
      return 'the credit is lost'
    case 'fee':
      return `the credit comes back and ${fee} is owed`
    case 'both':
      return `the credit is lost and ${fee} is owed`
  }
}

/** The owner's choice as one sentence. */
export function rulesSentence(
  { cancelHours, late, feeMinor }: { cancelHours: number; late: LateKind; feeMinor: number },
  { currency, locale }: { currency: string; locale: string },
): string {
  return freeBeforeSentence(
    `${cancelHours} hours`,
    lateWords(late, money(feeMinor, currency, locale)),
  )
}
