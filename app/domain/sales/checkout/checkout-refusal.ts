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
