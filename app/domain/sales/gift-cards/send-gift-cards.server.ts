import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Look } from '#app/domain/scope/look.ts'
import { giftCardLetter } from '#app/messages/sales/gift-card.ts'
import { dayMonthYear, money } from '#app/values/wording.ts'
import { type LocalDate, localDate } from '#app/values/zone.ts'
import { cardSecrets, openCard } from './find-gift-card.server.ts'
import { codeInFours } from './gift-card-code.ts'
import { renewStatement } from './renew-card.server.ts'

/** Letters that one run writes; the next minute goes on. */
const atOnce = 20

/** Over `gift_cards AS card`: it is paid, and the day of its letter has come. */
const toSendSql = (studio: SQL, today: SQL): SQL => sql`card.studio_id = ${studio}
  AND card.state = 'live' AND card.sent_at IS NULL AND card.deliver_on IS NOT NULL
  AND card.deliver_on <= ${today} AND card.recipient_email <> ''
  AND card.balance_minor > 0 AND (card.expires_on IS NULL OR card.expires_on >= ${today})`

/** Whether a studio has cards whose letter is due. */
export const sendGiftCardsDue = ({ studio, today }: Look): SQL => sql`EXISTS (
  SELECT 1 FROM gift_cards AS card WHERE ${toSendSql(studio, today)})`

type Row = {
  id: string
  recipientName: string
  recipientEmail: string
  fromName: string
  message: string
  amountMinor: number
  expiresOn: LocalDate | null
  sealedCode: string
  sealed: string
}

/**
 * Sends cards that are paid to whom they are for, on their day in the studio's zone, once: the mark
 * is set with the letter. Answers how many were sent.
 */
export async function sendGiftCards(ctx: StudioContext): Promise<number> {
  const { db, studio, now, nowMs, origin } = ctx
  const today = localDate(now, studio.timeZone)
  const due = toSendSql(sql`${studio.id}`, sql`${today}`)
  const rows = await db.all<Row>(sql`
    SELECT card.id, card.recipient_name AS recipientName, card.recipient_email AS recipientEmail,
      card.from_name AS fromName, card.message, card.amount_minor AS amountMinor,
      card.expires_on AS expiresOn, card.sealed_code AS sealedCode, card.sealed
    FROM gift_cards AS card WHERE ${due} ORDER BY card.deliver_on LIMIT ${atOnce}`)
  if (rows.length === 0) return 0
  const statements: Record<string, Statement<D1Result>> = {}
  for (const card of rows) {
    // Sealed with another secret of the installation, it gets a code that can be read.
    const renewed = openCard(ctx, card) ? null : cardSecrets(ctx)
    const opened = openCard(ctx, renewed ?? card)
    if (!opened) continue
    const { code, key } = opened
    const seen = sql`card.id = ${card.id} AND card.sealed = ${(renewed ?? card).sealed}`
    if (renewed) statements[`renew ${card.id}`] = renewStatement(ctx, card.id, renewed)
    statements[`letter ${card.id}`] = queueStatement(
      db,
      {
        studioId: studio.id,
        dedupeKey: `gift-card:${studio.id}:${card.id}`,
        to: card.recipientEmail,
        kind: 'gift-card',
        letter: giftCardLetter({
          studio,
          origin,
          key,
          code: codeInFours(code),
          name: card.recipientName,
          from: card.fromName,
          message: card.message,
          amount: money(card.amountMinor, studio.currency, studio.locale),
          until: card.expiresOn ? dayMonthYear(card.expiresOn, studio.locale) : '',
        }),
      },
      nowMs,
      sql`EXISTS (SELECT 1 FROM gift_cards AS card WHERE ${due} AND ${seen})`,
    )
    statements[`mark ${card.id}`] = db.run(sql`
      UPDATE gift_cards AS card SET sent_at = ${now}
      WHERE card.studio_id = ${studio.id} AND ${seen} AND card.sent_at IS NULL`)
  }
  await batch(db, statements)
  return rows.length
}
