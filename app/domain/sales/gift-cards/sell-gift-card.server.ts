import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { newCardsStatement } from '#app/domain/billing/gift-cards/gift-card-statements.server.ts'
import { chargeLinesStatement } from '#app/domain/billing/invoices/charge-lines.server.ts'
import { openInvoiceStatements } from '#app/domain/billing/invoices/open-invoice.server.ts'
import {
  billingSettingsStatement,
  settingsFrom,
} from '#app/domain/billing/settings/billing-settings.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { localDate } from '#app/values/zone.ts'
import { giftCardSettingsFrom, giftCardSettingsStatement } from './gift-card-settings.server.ts'
import { readGift } from './gift-to-buy.ts'
import { newCardsOf } from './new-gift-card.server.ts'

/** The line that sells the card of a purchase, which is the id of the card, too. */
const giftItemOf = (checkoutId: string): string => `gift-${checkoutId}`

/**
 * Sells the gift card of a purchase that is open: its invoice, left open, and the card, which is
 * worth something once that is paid. Done again it is the same card. Without an address it is emailed
 * to who buys it, so that they can print it.
 */
export async function sellGiftCard(
  ctx: StudioContext,
  bought: { id: string; personId: string; buyerName: string; buyerEmail: string; gift: string },
): Promise<{ ok: true; invoiceId: string }> {
  const { db, studio, now } = ctx
  const { id, personId, buyerName, buyerEmail } = bought
  const gift = readGift(bought.gift)
  const { amountMinor } = gift
  const { settings, rules, people } = await batch(db, {
    settings: billingSettingsStatement(ctx),
    rules: giftCardSettingsStatement(ctx),
    people: db.all<{ name: string; email: string | null }>(sql`
      SELECT name, email FROM people WHERE studio_id = ${studio.id} AND id = ${personId}`),
  })
  const buyer = { name: buyerName || people[0]?.name, email: buyerEmail || people[0]?.email }
  const itemId = giftItemOf(id)
  const invoiceId = `sale-${id}`
  const open = sql`EXISTS (SELECT 1 FROM checkouts AS checkout
    WHERE checkout.studio_id = ${studio.id} AND checkout.id = ${id} AND checkout.state = 'open')`
  const order = { ...gift, email: gift.email || (buyer.email ?? '') }
  const line = {
    item: itemId,
    kind: 'gift_card' as const,
    what: 'Gift card',
    quantity: 1,
    amountMinor,
    discountMinor: 0,
    discountReason: '',
    taxRateBp: 0,
  }
  const of = { source: 'online' as const, personId, createdBy: buyer.name ?? '' }
  const cards = newCardsOf(
    ctx,
    [{ itemId, amountMinor, gift: order }],
    of,
    giftCardSettingsFrom(rules),
  )
  await batch(db, {
    charge: chargeLinesStatement(ctx, { personId, lines: [line], cause: 'online' }, open),
    ...openInvoiceStatements(ctx, settingsFrom(ctx, settings), {
      id: invoiceId,
      personId,
      kind: 'invoice',
      ownRates: true,
      items: sql`item.id = ${itemId}`,
      issuedOn: localDate(now, studio.timeZone),
    }),
    cards: newCardsStatement(ctx, cards, open),
  })
  return { ok: true, invoiceId }
}
