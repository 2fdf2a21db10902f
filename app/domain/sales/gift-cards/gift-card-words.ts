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

/** How a card stands on a day; `held` where the money for it is disputed or gone. */
export function cardStateWords(
  { state, amountMinor, balanceMinor, expiresOn, held }: Card & { held: number },
  today: LocalDate,
): { text: string; tone: 'good' | 'warn' | 'line' | null } {
  if (state === 'void') return { text: 'Void', tone: null }
  if (state === 'unpaid') return { text: 'Not paid yet', tone: 'warn' }
  if (held) return { text: 'On hold', tone: 'warn' }
  if (expiresOn !== null && expiresOn < today) return { text: 'Expired', tone: null }
  if (balanceMinor === 0) return { text: 'Spent', tone: null }
  return balanceMinor < amountMinor
    ? { text: 'Part spent', tone: 'line' }
    : { text: 'Unspent', tone: 'good' }
}

/** When a card was or will be emailed, and to whom; empty where it is handed over or never sent. */
export function letterWords(
  card: Pick<Card, 'state'> & {
    sentAt: string | null
    deliverOn: LocalDate | null
    recipientEmail: string
  },
  day: (date: LocalDate) => string,
): string {
  const { state, sentAt, deliverOn, recipientEmail: to } = card
  if (deliverOn === null) return ''
  if (sentAt !== null) return `Emailed${to ? ` to ${to}` : ''} on ${day(deliverOn)}`
  if (state === 'void' || to === '') return ''
  const paid = state === 'unpaid' ? ', once it is paid' : ''
  return `Will be emailed to ${to} on ${day(deliverOn)}${paid}`
}

/**
 * A card may be voided while nobody has spent anything of it, and whatever is left of one whose
 * payment is disputed or gone.
 */
export const canBeVoided = (
  { state, held, balanceMinor }: Pick<Card, 'state' | 'balanceMinor'> & { held: number },
  moves: readonly unknown[],
): boolean => state === 'live' && (held ? balanceMinor > 0 : moves.length === 1)

/** Why a card isn't voided, in one sentence; null for what any refund says. */
export const voidRefusal = (reason: string): string | null =>
  ({
    spent: 'Some of this card is spent, so it can’t be voided any more.',
    unpaid: 'This card isn’t paid yet. Void its invoice instead.',
    paid_by_credit:
      'This card was bought with account credit, so it can only be refunded as account credit.',
  })[reason] ?? null
