/** Gift cards sold at the till, and bills that they pay. */
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import { openInvoicesOf } from '#app/domain/billing/invoices/open-invoices.server.ts'
import { openItemStatement } from '#app/domain/billing/open-items.server.ts'
import { openCard } from '#app/domain/sales/gift-cards/find-gift-card.server.ts'
import {
  getGiftCardSettings,
  saveGiftCardSettings,
} from '#app/domain/sales/gift-cards/gift-card-settings.server.ts'
import { addGiftCard, beginSale } from '#app/domain/sales/till/change-basket.server.ts'
import { sellBasket } from '#app/domain/sales/till/sell-basket.server.ts'
import { newId } from '#app/values/id.ts'
import type { World } from '../world.ts'
import { asManager } from './pay-invoices.ts'

export const nobodyInParticular = { to: '', from: '', email: '', message: '', on: '' }

/** Sells one at the till, paid by card unless it is for later; answers it with its code. */
export async function givenCard(
  w: World,
  now: string,
  of: { amountMinor: number; person?: string; later?: boolean; months?: number },
) {
  const { amountMinor, person = '', later = false, months } = of
  const desk = asManager(w, now)
  if (months !== undefined) {
    const settings = await getGiftCardSettings(desk)
    await saveGiftCardSettings(desk, { ...settings, months })
  }
  const key = newId()
  expect(await beginSale(desk, { key, location: '', person })).toBe(true)
  const added = await addGiftCard(desk, key, {
    key: newId(),
    amountMinor,
    gift: nobodyInParticular,
  })
  expect(added.ok).toBe(true)
  const typed = { cash: 0, card: later ? 0 : amountMinor, transfer: 0, credit: 0 }
  const sold = await sellBasket(desk, {
    saleId: key,
    version: 1,
    typed,
    tipMinor: 0,
    evenShort: false,
    restLater: later,
  })
  expect(sold).toMatchObject({ ok: true })
  const [card] = await w.db.all<{ id: string; sealedCode: string; sealed: string }>(sql`
    SELECT id, sealed_code AS sealedCode, sealed FROM gift_cards WHERE studio_id = ${w.studio.id} AND id = ${`${key}-01`}`)
  return { id: card!.id, invoiceId: `till-${key}`, ...openCard(desk, card!)! }
}

export async function ledgerOf({ db, studio }: World, cardId: string) {
  const [card] = await db.all<{ state: string; balance: number; summed: number }>(sql`
    SELECT state, balance_minor AS balance, coalesce((SELECT sum(entry.amount_minor)
        FROM gift_card_entries AS entry WHERE entry.card_id = card.id), 0) AS summed
    FROM gift_cards AS card WHERE studio_id = ${studio.id} AND id = ${cardId}`)
  return card!
}

/** Charges a person for a drop-in; answers the invoice. */
export async function owes(w: World, personId: string, amountMinor: number, now: string) {
  const subjectId = newId()
  await batch(w.db, {
    charge: openItemStatement(w.at(now), {
      personId,
      kind: 'drop_in',
      subjectId,
      amountMinor,
      working: 'A class',
      dedupeKey: newId(),
    }),
  })
  await openInvoicesOf(w.at(now), personId)
  const [line] = await w.db.all<{ invoiceId: string }>(sql`
    SELECT invoice_id AS invoiceId FROM open_items WHERE subject_id = ${subjectId}`)
  return line!.invoiceId
}
