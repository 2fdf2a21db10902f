import type { Refused } from '#app/domain/places/refusals.ts'

/** Why it can't be bought as it was chosen; the class has the refusals of any booking. */
export type CheckoutRefusal =
  | { reason: 'had_it' | 'not_for_class' | 'sign_in' | 'booked' | 'pays_already' }
  | { reason: 'class'; why: Refused }
