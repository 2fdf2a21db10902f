/** What money was for, finer than the books have it, in the words of the trade. Pure. */
import type { OpenItemKind } from '#app/domain/billing/open-item-words.ts'

export type MoneyKind = OpenItemKind | 'account_credit'

export const moneyKindWords: Readonly<Record<MoneyKind, string>> = {
  membership: 'Memberships',
  joining_fee: 'Joining fees',
  freeze: 'Freezes',
  package: 'Packs',
  drop_in: 'Drop-ins',
  course: 'Courses',
  workshop: 'Workshops',
  appointment: 'Appointments',
  ticket: 'Event tickets',
  product: 'Products',
  fee: 'Fees',
  tip: 'Tips',
  balance: 'Balances from before',
  refund: 'Refunds of something else',
  other: 'Other',
  gift_card: 'Gift cards',
  account_credit: 'Account credit',
}
