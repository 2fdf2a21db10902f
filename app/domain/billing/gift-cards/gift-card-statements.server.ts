/** Rows of gift cards and their moves, for other people's batches. */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { giftCardEntryKinds, giftCardSources } from '#app/db/studio/money/gift-cards.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addDays, type LocalDate, localDate } from '#app/values/zone.ts'

type Ctx = Pick<StudioContext, 'db' | 'studio' | 'now'>

export type NewGiftCard = {
  id: string
  codeHash: string
  lastFour: string
  sealedCode: string
  tokenHash: string
  sealed: string
  source: (typeof giftCardSources)[number]
  /** The line that sells it: the card is worth something once that is paid. */
  itemId: string
  personId: string
  recipientName: string
  recipientEmail: string
  fromName: string
  message: string
  deliverOn: LocalDate | null
  expiresOn: LocalDate | null
  amountMinor: number
  createdBy: string
}

/** Cards that wait for the payment of their lines, once an id, where `onlyIf` holds. */
export const newCardsStatement = (
  { db, studio, now }: Ctx,
  cards: readonly NewGiftCard[],
  onlyIf: SQL,
): Statement<D1Result> =>
  db.run(sql`
    INSERT INTO gift_cards (id, studio_id, code_hash, last_four, sealed_code, token_hash, sealed,
      source, item_id, person_id, recipient_name, recipient_email, from_name, message, deliver_on, expires_on,
      state, currency, amount_minor, created_at, created_by)
    SELECT value ->> 'id', ${studio.id}, value ->> 'codeHash', value ->> 'lastFour',
      value ->> 'sealedCode', value ->> 'tokenHash', value ->> 'sealed', value ->> 'source', value ->> 'itemId',
      value ->> 'personId', value ->> 'recipientName', value ->> 'recipientEmail',
      value ->> 'fromName', value ->> 'message', value ->> 'deliverOn', value ->> 'expiresOn',
      'unpaid', ${studio.currency}, value ->> 'amountMinor', ${now}, value ->> 'createdBy'
    FROM json_each(${JSON.stringify(cards)}) AS input WHERE ${onlyIf}
    ON CONFLICT DO NOTHING`)

/** Days that a card runs on where money comes back to it after its last day. */
const daysOnceMore = 30

/**
 * The moves of a payment by gift card: what was paid leaves the card, what is refunded (a negative
 * amount) comes back to it. A card past its last day then pays for 30 days more. Where the payment
 * was `written`; once a payment.
 */
export function cardPaymentStatements(
  { db, studio, now }: Ctx,
  of: { paymentId: string; cardId: string; amountMinor: number; by: string },
  written: SQL,
) {
  const today = localDate(now, studio.timeZone)
  const { paymentId, cardId, amountMinor, by } = of
  return {
    card: entryStatement(
      { db, studio, now },
      {
        cardId,
        kind: amountMinor > 0 ? 'spent' : 'returned',
        amountMinor: -amountMinor,
        // Why is said by the payment, where it can be erased.
        cause: `payment:${paymentId}`,
        paymentId,
        reason: '',
        by,
      },
      written,
    ),
    ...(amountMinor < 0
      ? {
          cardLonger: db.run(sql`
            UPDATE gift_cards SET expires_on = ${addDays(today, daysOnceMore)}
            WHERE studio_id = ${studio.id} AND id = ${cardId} AND expires_on < ${today}
              AND ${written}`),
        }
      : {}),
  }
}

export type CardEntry = {
  cardId: string
  kind: (typeof giftCardEntryKinds)[number]
  amountMinor: number
  cause: string
  paymentId?: string
  reason: string
  by: string
}

/** One move of a card, where `onlyIf` holds; once a cause. Triggers bring its balance up to it. */
export const entryStatement = (
  { db, studio, now }: Ctx,
  { cardId, kind, amountMinor, cause, paymentId, reason, by }: CardEntry,
  onlyIf: SQL,
): Statement<D1Result> =>
  db.run(sql`
    INSERT INTO gift_card_entries (studio_id, card_id, kind, amount_minor, cause, payment_id,
      reason, created_at, created_by)
    SELECT ${studio.id}, ${cardId}, ${kind}, ${amountMinor}, ${cause}, ${paymentId ?? null},
      ${reason}, ${now}, ${by}
    WHERE ${onlyIf}
    ON CONFLICT DO NOTHING`)
