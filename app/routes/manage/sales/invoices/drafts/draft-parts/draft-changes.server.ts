import type { ChangeDraftResult } from '#app/domain/billing/drafts/change-draft.server.ts'
import { mostLines } from '#app/domain/billing/drafts/change-draft.server.ts'
import type { Discount } from '#app/values/billing/discount.ts'
import { typedMinor } from '#app/values/money.ts'

/** Why a draft was not changed, and what to do. */
export function draftRefusal({ reason }: Exclude<ChangeDraftResult, { ok: true }>): string {
  if (reason === 'too_many') {
    return `An invoice has at most ${mostLines} lines. Open this one and make another.`
  }
  return reason === 'changed'
    ? 'This draft changed since you opened the page. Reload it and try again.'
    : 'This draft is gone: it was opened or thrown away. Look among the invoices.'
}

/** A discount as it is typed. */
export function typedDiscount(discount: Discount | null, currency: string): string {
  if (discount === null) return ''
  return 'bp' in discount ? `${discount.bp / 100}%` : typedMinor(discount.minor, currency)
}
