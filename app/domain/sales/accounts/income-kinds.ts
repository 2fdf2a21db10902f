/** What a studio earns with, as its books sum it up. Pure. */
import type { OpenItemKind } from '#app/domain/billing/open-item-words.ts'

/** Kinds of income in their order. */
export const incomeKinds = [
  'memberships',
  'packages',
  'classes',
  'events',
  'products',
  'fees',
  'tips',
  'other',
] as const
export type IncomeKind = (typeof incomeKinds)[number]

export const incomeWords: Record<IncomeKind, string> = {
  memberships: 'Memberships',
  packages: 'Packages',
  classes: 'Classes, courses, appointments',
  events: 'Event tickets',
  products: 'Products',
  fees: 'Fees',
  tips: 'Tips',
  other: 'Other',
}

/** Which income a line is, by what it was charged for. */
export const incomeOf: Record<OpenItemKind, IncomeKind> = {
  membership: 'memberships',
  joining_fee: 'memberships',
  freeze: 'memberships',
  package: 'packages',
  drop_in: 'classes',
  course: 'classes',
  workshop: 'classes',
  appointment: 'classes',
  ticket: 'events',
  fee: 'fees',
  product: 'products',
  tip: 'tips',
  refund: 'other',
  other: 'other',
  // What was owed at another program before: income there.
  balance: 'other',
}
