import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { paths } from '#app/paths.ts'
import { dayMonthYear } from '#app/values/wording.ts'
import { type LocalDate, localDate } from '#app/values/zone.ts'
import { openCard } from './find-gift-card.server.ts'
import { giftName, readGift } from './gift-to-buy.ts'

type Row = {
  state: 'unpaid' | 'live' | 'void'
  recipientName: string
  recipientEmail: string
  deliverOn: LocalDate | null
  sealedCode: string
  sealed: string
}

/** The card of a purchase; `byKey` is over `checkouts AS checkout`. */
export const boughtGiftStatement = ({ db, studio }: StudioContext, byKey: SQL) =>
  db.all<Row>(sql`
    SELECT card.state, card.recipient_name AS recipientName,
      card.recipient_email AS recipientEmail, card.deliver_on AS deliverOn,
      card.sealed_code AS sealedCode, card.sealed
    FROM checkouts AS checkout JOIN gift_cards AS card ON card.studio_id = checkout.studio_id
      AND card.id = 'gift-' || checkout.id
    WHERE checkout.studio_id = ${studio.id} AND checkout.gift <> '' AND ${byKey}`)

/** A gift card as its buyer reads of it; with its link once it is paid, as they may print it. */
export function boughtGift(ctx: StudioContext, kept: string, card: Row | undefined) {
  if (!kept || !card) return null
  const { studio, now } = ctx
  const { state, recipientName: to, recipientEmail, deliverOn } = card
  const later = deliverOn !== null && deliverOn > localDate(now, studio.timeZone)
  const when = later ? `on ${dayMonthYear(deliverOn, studio.locale)}` : 'within minutes'
  const told = {
    live: recipientEmail
      ? `It goes to ${recipientEmail} ${when}. You can print it as well.`
      : 'It is ready to print.',
    unpaid: 'It can be spent, and is sent, once it is paid.',
    void: 'It is void.',
  }
  const key = state === 'live' ? (openCard(ctx, card)?.key ?? '') : ''
  return {
    name: giftName({ ...readGift(kept), to }, studio.currency, studio.locale),
    told: told[state],
    href: key ? paths.giftCard(studio, key) : '',
  }
}
