import { type SQL, sql } from 'drizzle-orm'
import { batch, prefixed } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { cardPaysSql } from '#app/domain/billing/gift-cards/gift-card-sql.server.ts'
import { newCardsStatement } from '#app/domain/billing/gift-cards/gift-card-statements.server.ts'
import { chargeLinesStatement } from '#app/domain/billing/invoices/charge-lines.server.ts'
import { openInvoiceStatements } from '#app/domain/billing/invoices/open-invoice.server.ts'
import {
  accountCreditSql,
  paymentStatements,
  tillClosedSql,
} from '#app/domain/billing/invoices/payment-statements.server.ts'
import {
  billingSettingsStatement,
  settingsFrom,
} from '#app/domain/billing/settings/billing-settings.server.ts'
import { walkInId } from '#app/domain/billing/walk-in.ts'
import { walkInStatement } from '#app/domain/people/walk-in-person.server.ts'
import { moveStatement, stockAtSql } from '#app/domain/products/stock-statements.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { localDate } from '#app/values/zone.ts'
import { findGiftCard } from '../gift-cards/find-gift-card.server.ts'
import { codeEnd } from '../gift-cards/gift-card-code.ts'
import {
  giftCardSettingsFrom,
  giftCardSettingsStatement,
} from '../gift-cards/gift-card-settings.server.ts'
import { newCardsOf } from '../gift-cards/new-gift-card.server.ts'
import {
  basketTotals,
  chargedLines,
  itemIdOf,
  soldMoves,
  type Tendered,
  takenOf,
  withoutGifts,
} from './basket.ts'
import { readLines, saleStatement } from './sale-queries.server.ts'

/** In the order in which payments of one sale are written. */
const tillMethods = ['gift_card', 'credit', 'transfer', 'card', 'cash'] as const
type TillMethod = (typeof tillMethods)[number]

export type SellBasket = {
  saleId: string
  /** Of the basket as the page showed it. */
  version: number
  typed: Tendered
  tipMinor: number
  /** Sell although fewer are there. */
  evenShort: boolean
  /** What is not paid now stays on the person's account. */
  restLater: boolean
  /** The code of the gift card that pays, where one does. */
  giftCode?: string
}

export type SellBasketResult =
  | { ok: true; invoiceId: string; totalMinor: number; changeMinor: number; leftMinor: number }
  | {
      ok: false
      reason: 'not_found' | 'changed' | 'empty' | 'till_closed' | 'too_much' | 'needs_person'
    }
  | {
      ok: false
      /** No card has this code; a card was to pay for another. */
      reason: 'no_such_card' | 'card_for_card'
    }
  | { ok: false; reason: 'not_all_paid'; leftMinor: number }
  | { ok: false; reason: 'not_enough_credit' | 'not_enough_on_card'; mostMinor: number }
  | { ok: false; reason: 'short'; names: string[] }

/**
 * Sells what is in a basket: its invoice, what was paid of it and how, and the goods that left, in
 * one batch. Pressed twice it is one sale. Nothing is sold where the basket is another than the page
 * showed, where fewer are there than are sold and nobody said to sell all the same, where the
 * takings of the day are closed, or where account credit or the gift card is short. Gift cards in it
 * are worth something once their lines are paid.
 */
export async function sellBasket(ctx: StaffContext, given: SellBasket): Promise<SellBasketResult> {
  const { db, studio, now, actor } = ctx
  const { saleId, version, tipMinor } = given
  const { sales, settings, cardRules } = await batch(db, {
    sales: saleStatement(ctx, saleId),
    cardRules: giftCardSettingsStatement(ctx),
    settings: billingSettingsStatement(ctx),
  })
  const [sale] = sales
  if (!sale) return { ok: false, reason: 'not_found' }
  const lines = readLines(sale.lines)
  const totalMinor = basketTotals(lines).totalMinor + tipMinor
  const invoiceId = `till-${saleId}`
  if (lines.length === 0) return { ok: false, reason: 'empty' }
  const paid = takenOf(totalMinor, given.typed)
  if (!paid) return { ok: false, reason: 'too_much' }
  const { taken, changeMinor, leftMinor } = paid
  const sold = { ok: true as const, invoiceId, totalMinor, changeMinor, leftMinor }
  if (sale.state === 'paid') return sold
  if (sale.state !== 'open' || sale.version !== version) return { ok: false, reason: 'changed' }
  if (leftMinor > 0 && !(given.restLater && sale.personId)) {
    return { ok: false, reason: given.restLater ? 'needs_person' : 'not_all_paid', leftMinor }
  }
  if (taken.credit > 0 && !sale.personId) return { ok: false, reason: 'needs_person' }
  const byCard = taken.gift_card > 0 ? await findGiftCard(ctx, given.giftCode ?? '') : null
  if (taken.gift_card > 0 && !byCard) return { ok: false, reason: 'no_such_card' }
  if (taken.gift_card > 0 && lines.some(({ gift }) => gift)) {
    return { ok: false, reason: 'card_for_card' }
  }
  const personId = sale.personId ?? walkInId(ctx)
  const today = localDate(now, studio.timeZone)
  const lineId = `till-sold-${saleId}`
  const written = lineWrittenSql(lineId)
  const studioId = sql`${studio.id}`
  const closed = tillClosedSql(studioId, sql`${today}`)
  const credit = accountCreditSql(studioId, sql`${personId}`)
  const there = stockAtSql(studioId, sql`line.value ->> 'variantId'`, sql`${sale.locationId}`)
  const shortSql = sql`(SELECT json_group_array(line.value ->> 'name')
    FROM json_each(${sale.lines}) AS line
    WHERE line.value ->> 'gift' IS NULL AND ${there} < line.value ->> 'quantity')`
  const onCard = cardPaysSql(ctx, sql`${byCard?.id ?? ''}`, today)
  const charged = chargedLines(saleId, lines, tipMinor)
  const cards = newCardsOf(
    ctx,
    lines.flatMap(({ gift, unitMinor }, n) =>
      gift ? [{ itemId: itemIdOf(saleId, n), amountMinor: unitMinor, gift }] : [],
    ),
    { source: 'desk' as const, personId, createdBy: actor.name },
    giftCardSettingsFrom(cardRules),
  )
  const { after } = await batch(db, {
    claim: db.run(sql`
      UPDATE till_sales SET state = 'paid', paid_at = ${now}, invoice_id = ${invoiceId},
        lines = ${JSON.stringify(withoutGifts(lines))}
      WHERE studio_id = ${studio.id} AND id = ${saleId} AND state = 'open'
        AND version = ${version} AND NOT ${closed} AND ${credit} >= ${taken.credit}
        AND ${onCard} >= ${taken.gift_card}
        AND ${given.evenShort ? sql`1` : sql`${shortSql} = '[]'`}`),
    audit: auditStatement(
      ctx,
      {
        id: lineId,
        action: 'goods.sold',
        subjectKind: 'invoice',
        subjectId: invoiceId,
        detail: { saleId, personId, totalMinor, taken, tipMinor, evenShort: given.evenShort },
      },
      rightAfterChange,
    ),
    // Not in front of the claim: `rightAfterChange` would then see the row that it added.
    walkIn: sale.personId ? null : walkInStatement(ctx, written),
    charge: chargeLinesStatement(ctx, { personId, lines: charged, cause: 'till' }, written),
    ...openInvoiceStatements(ctx, settingsFrom(ctx, settings), {
      id: invoiceId,
      personId,
      kind: 'invoice',
      issuedOn: today,
      ownRates: true,
      items: sql`item.dedupe_key >= ${`till:${saleId}-`} AND item.dedupe_key < ${`till:${saleId}.`}`,
    }),
    cards: cards.length > 0 ? newCardsStatement(ctx, cards, written) : null,
    ...paidStatements(ctx, { saleId, invoiceId, personId, taken, byCard }, written),
    moves: moveStatement(ctx, soldMoves(saleId, lines, sale.locationId), written),
    after: db.all<{
      written: number
      closed: number
      credit: number
      card: number
      short: string
    }>(sql`
      SELECT ${written} AS written, ${closed} AS closed, ${credit} AS credit, ${onCard} AS card,
        ${shortSql} AS short`),
  })
  const { written: done, closed: isClosed, credit: most, card: mostOnCard, short } = after[0]!
  if (done) return sold
  if (isClosed) return { ok: false, reason: 'till_closed' }
  if (most < taken.credit) return { ok: false, reason: 'not_enough_credit', mostMinor: most }
  if (mostOnCard < taken.gift_card) {
    return { ok: false, reason: 'not_enough_on_card', mostMinor: mostOnCard }
  }
  const names = JSON.parse(short) as string[]
  if (!given.evenShort && names.length > 0) return { ok: false, reason: 'short', names }
  return { ok: false, reason: 'changed' }
}

/** What was paid by each method: one payment each, written where `written` holds. */
const paidStatements = (
  ctx: StaffContext,
  of: {
    saleId: string
    invoiceId: string
    personId: string
    taken: Record<TillMethod, number>
    byCard: { id: string; lastFour: string } | null
  },
  written: SQL,
) =>
  Object.assign(
    {},
    ...tillMethods
      .filter((method) => of.taken[method] > 0)
      .map((method) => {
        const byCard = method === 'gift_card' ? of.byCard : null
        const payment = {
          id: `paid-${of.saleId}-${method}`,
          invoiceId: of.invoiceId,
          personId: of.personId,
          method,
          amountMinor: of.taken[method],
          takenBy: ctx.actor.name,
          ...(byCard ? { cardId: byCard.id, note: codeEnd(byCard.lastFour) } : {}),
        }
        return prefixed(method, paymentStatements(ctx, payment, written))
      }),
  ) as ReturnType<typeof paymentStatements>
