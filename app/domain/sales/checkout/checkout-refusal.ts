import type { Availability } from '#app/domain/bookings/availability/bookable-occurrence.ts'
import type { Refused } from '#app/domain/places/refusals.ts'

/** Why it can't be bought as it was chosen; the class has the refusals of any booking. */
export type CheckoutRefusal =
  | { reason: 'had_it' | 'not_for_class' | 'sign_in' | 'booked' | 'pays_already' }
  /** It is sold once a person, and somebody with the same number or card has had it. */
  | { reason: 'had_as_another' }
  /** The studio keeps them out; a member who left comes back at the desk alone. */
  | { reason: 'banned' | 'left' }
  /** Of a plan: they have it, or as many have it as may. */
  | { reason: 'holds_already' | 'full' }
  /** The plan asks for this document first; `personId` is the child it is signed for. */
  | { reason: 'unsigned'; documentId: string; name: string; personId: string | null }
  /** The plan asks to see something first, which only the desk can. */
  | { reason: 'proof'; proof: string }
  | { reason: 'class'; why: Refused }

/** What a plan asks of the person who joins, and whether they hold it or it is full (0 or 1). */
export type PlanAsks = {
  proof: string
  documentId: string
  documentName: string
  signed: number
  holds: number
  full: number
}

/** Why a plan isn't sold to them here; nothing is taken for what would be refused afterwards. */
function planRefusalOf(
  plan: PlanAsks,
  { stranger, signs }: { stranger: boolean; signs: string | null },
): CheckoutRefusal | null {
  const { proof, documentId, documentName: name, signed, holds, full } = plan
  if (full) return { reason: 'full' }
  if (proof) return { reason: 'proof', proof }
  if (stranger) return { reason: 'sign_in' }
  if (holds) return { reason: 'holds_already' }
  return signed ? null : { reason: 'unsigned', documentId, name, personId: signs }
}

/** Why what was chosen can't be sold to this person; null where it can. */
export function refusalOf(of: {
  availability: Availability | null
  paysAlready: boolean
  stranger: boolean
  banned: boolean
  plan: PlanAsks | null
  /** The child that the reader signs for. */
  signs: string | null
  had: boolean
  capacity: number
}): CheckoutRefusal | null {
  const { availability, paysAlready, banned, plan, had, capacity } = of
  if (banned) return { reason: 'banned' }
  const ofPlan = plan && planRefusalOf(plan, of)
  if (ofPlan) return ofPlan
  if (had) return { reason: 'had_it' }
  if (!availability) return null
  switch (availability.kind) {
    case 'bookable':
      return paysAlready ? { reason: 'pays_already' } : null
    case 'refused': {
      const { kind: _, ...why } = availability
      const unpaid = why.reason === 'no_entitlement' || why.reason === 'entitlement_ends_before'
      if (unpaid && !('course' in why.facts)) return { reason: 'not_for_class' }
      return { reason: 'class', why }
    }
    case 'waitlist':
    case 'waiting':
      return { reason: 'class', why: { reason: 'class_full', facts: { capacity } } }
    case 'cancelled':
      return { reason: 'class', why: { reason: 'cancelled', facts: { why: availability.reason } } }
    case 'booked':
    case 'offered':
    case 'checked_in':
    case 'running':
      return { reason: 'booked' }
    default:
      return { reason: 'class', why: { reason: 'not_found', facts: {} } }
  }
}
