/**
 * What changing what pays for a place does: worked out for the page, and again when it is pressed.
 * Pure.
 */
import type { Entitlement } from '#app/domain/entitlements/choose-entitlement.ts'

/** What pays for a place now. */
export type Payer = { kind: Entitlement['kind']; id: string; name: string } | { kind: 'drop_in' }

/** What is to pay; a drop-in goes on the invoice, or is taken from account credit at once. */
export type NewPayer = Entitlement | { kind: 'drop_in'; by: 'later' | 'credit' }

/** A place as a change of what pays finds it; amounts in minor units. */
export type PaidPlace = {
  state: 'booked' | 'checked_in' | 'attended' | 'no_show' | 'late_cancelled'
  payer: Payer
  /** Of a pack: it is one credit short for this place. */
  creditUsed: boolean
  /** What was charged for the place alone and not given back, and what of that was paid. */
  chargedMinor: number
  paidMinor: number
  /** The price of one place; null where the class is not sold singly. */
  dropInMinor: number | null
  /** The policy takes the credit, or what a drop-in cost, for how the place ended. */
  losesCredit: boolean
  /** Of a no-show: what it costs the person who loses no credit, and whether it costs the others as well. */
  noShowFeeMinor: number
  noShowBoth: boolean
  /** The fee for how it ended; null where there is none. */
  fee: { state: string; amountMinor: number } | null
}

/** What changes, in minor units and credits; 0 is nothing. */
export type PayerChange = {
  /** A credit goes back to the pack that paid, one is taken from the pack that pays. */
  creditBack: 0 | 1
  creditTaken: 0 | 1
  /** The credit taken is lost at once: the person did not come, or cancelled late. */
  lostAtOnce: boolean
  /** What was owed for the place and is not any more; what was paid and goes back. */
  noLongerOwedMinor: number
  backMinor: number
  chargeMinor: number
  /** A fee that ends, whatever of it was paid; one that begins. */
  feeEndsMinor: number
  feeBeginsMinor: number
}

const endsWithLoss = (state: PaidPlace['state']) =>
  state === 'no_show' || state === 'late_cancelled'

/** A fee that stands: it was neither waived nor taken back. */
const stands = (fee: PaidPlace['fee']) =>
  fee !== null && ['pending', 'due', 'collected'].includes(fee.state)

/** Whether a place takes a credit of a pack, or its price as a drop-in, as it stands. */
function usesUp({ state, losesCredit }: PaidPlace, kind: NewPayer['kind']): boolean {
  if (!endsWithLoss(state)) return true
  return kind === 'drop_in' && state === 'no_show' ? true : losesCredit
}

/**
 * What happens when `to` pays for a place instead. The credit it used and what was charged for it
 * are given back, then `to` is used or charged. A no-show fee is worked out again: with a credit lost,
 * it is owed only where the policy takes both. A waived fee stays waived, and a late cancellation
 * fee stays as it is.
 */
export function quotePayerChange(place: PaidPlace, to: NewPayer): PayerChange {
  const { state, payer, creditUsed, chargedMinor, paidMinor, fee } = place
  const taken = to.kind === 'lot' && usesUp(place, 'lot')
  const owes =
    state === 'no_show' && (place.noShowBoth || !(to.kind === 'lot' && place.losesCredit))
  const owed = owes ? place.noShowFeeMinor : 0
  const fees =
    state !== 'no_show'
      ? { feeEndsMinor: 0, feeBeginsMinor: 0 }
      : {
          feeEndsMinor: stands(fee) && owed === 0 ? fee!.amountMinor : 0,
          feeBeginsMinor: owed > 0 && (fee === null || fee.state === 'void') ? owed : 0,
        }
  return {
    creditBack: payer.kind === 'lot' && creditUsed ? 1 : 0,
    creditTaken: taken ? 1 : 0,
    lostAtOnce: taken && endsWithLoss(state),
    noLongerOwedMinor: Math.max(0, chargedMinor - paidMinor),
    backMinor: Math.max(0, Math.min(paidMinor, chargedMinor)),
    chargeMinor: to.kind === 'drop_in' && usesUp(place, 'drop_in') ? (place.dropInMinor ?? 0) : 0,
    ...fees,
  }
}
