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
  'gift_cards',
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
  gift_cards: 'Gift cards',
}

/** What is sold without being earned: a gift card is owed to its holder until it is spent (R12). */
export const isIncome = (kind: IncomeKind): boolean => kind !== 'gift_cards'

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
  gift_card: 'gift_cards',
}
