/** Gift cards in words. Pure. */
import type { LocalDate } from '#app/values/zone.ts'

type Kind = 'issued' | 'spent' | 'returned' | 'expired' | 'voided'

/** What a move of a card's money is called, and in this order its sums are. */
export const moveWords: Record<Kind, string> = {
  issued: 'Sold',
  spent: 'Spent',
  returned: 'Refunded to the card',
  expired: 'Expired unused',
  voided: 'Voided',
}

export const moveKinds = Object.keys(moveWords) as Kind[]

type Card = {
  state: 'unpaid' | 'live' | 'void'
  amountMinor: number
  balanceMinor: number
  expiresOn: LocalDate | null
}

/** How a card stands on a day. */
export function cardStateWords(
  { state, amountMinor, balanceMinor, expiresOn }: Card,
  today: LocalDate,
): { text: string; tone: 'good' | 'warn' | 'line' | null } {
  if (state === 'void') return { text: 'Void', tone: null }
  if (state === 'unpaid') return { text: 'Not paid yet', tone: 'warn' }
  if (expiresOn !== null && expiresOn < today) return { text: 'Expired', tone: null }
  if (balanceMinor === 0) return { text: 'Spent', tone: null }
  return balanceMinor < amountMinor
    ? { text: 'Part spent', tone: 'line' }
    : { text: 'Unspent', tone: 'good' }
}

/** Why a card isn't voided, in one sentence; null for what any refund says. */
export const voidRefusal = (reason: string): string | null =>
  ({
    spent: 'Some of this card is spent, so it can’t be voided any more.',
    unpaid: 'This card isn’t paid yet. Void its invoice instead.',
  })[reason] ?? null
