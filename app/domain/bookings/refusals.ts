/**
 * Why a class cannot be booked: one closed list. When several hold, the first of this order that the person can do
 * something about is told, else the first.
 */
export const refusals = [
  'not_found',
  'cancelled',
  'started',
  'not_open_yet',
  'closed',
  'class_full',
  'waitlist_full',
  'already_booked',
  'overlaps',
  'no_entitlement',
  'entitlement_ends_before',
  'weekly_limit',
  'daily_limit',
  'frozen',
  'past_due',
  'strikes',
  'waiver_missing',
  'level_locked',
  'skill_locked',
  'age',
  'guest_limit',
] as const

export type Refusal = (typeof refusals)[number]
