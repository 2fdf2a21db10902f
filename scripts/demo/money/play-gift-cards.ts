/** Three gift cards of the till: one unspent and on its way by email, one part spent, one spent. */
import { sql } from 'drizzle-orm'
import { saveDraftLine, startDraft } from '#app/domain/billing/drafts/change-draft.server.ts'
import { draftLineForm } from '#app/domain/billing/drafts/draft-forms.ts'
import { openDraft } from '#app/domain/billing/drafts/open-draft.server.ts'
import { takePayment } from '#app/domain/billing/invoices/take-payment.server.ts'
import type { GiftOrder } from '#app/domain/sales/gift-cards/gift-card-forms.ts'
import { addGiftCard, beginSale } from '#app/domain/sales/till/change-basket.server.ts'
import { sellBasket } from '#app/domain/sales/till/sell-basket.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import { addDays, instantOf, type LocalDate } from '#app/values/zone.ts'
import type { Player } from '../player.ts'
import { Chance } from '../random.ts'

type Bought = {
  daysAgo: number
  amountMinor: number
  gift: Partial<GiftOrder>
  /** Days ago, what was bought, its price, and what of it the card paid. */
  spent: { ago: number; what: string; price: string; byCard: number; byCash: number }[]
}

const gifts: readonly Bought[] = [
  {
    daysAgo: 2,
    amountMinor: 5_000,
    spent: [],
    gift: { to: 'Maud', from: 'Iris', message: 'Happy birthday. See you on the hoop.' },
  },
  {
    daysAgo: 34,
    amountMinor: 10_000,
    gift: { to: 'Rosa', from: 'The Tuesday class' },
    spent: [{ ago: 21, what: 'Private lesson', price: '45.00', byCard: 4_500, byCash: 0 }],
  },
  {
    daysAgo: 58,
    amountMinor: 2_500,
    gift: {},
    spent: [
      { ago: 30, what: 'Open practice', price: '14.00', byCard: 1_400, byCash: 0 },
      { ago: 12, what: 'Open practice', price: '14.00', byCard: 1_100, byCash: 300 },
    ],
  },
]

/** `buyer` is the name of who bought them and pays with them. */
export function playGiftCards(
  player: Player,
  { today, buyer }: { today: LocalDate; buyer: string },
): void {
  const chance = new Chance(`gift cards ${today}`)
  const on = (ago: number, time: string, happens: (desk: StaffContext) => Promise<unknown>) =>
    player.at(instantOf(`${addDays(today, -ago)}T${time}`, player.timeZone), ({ desk }) =>
      happens(desk),
    )
  for (const { daysAgo, amountMinor, gift, spent } of gifts) {
    const [sale, line] = [chance.id(), chance.id()]
    on(daysAgo, '17:10', async (desk) => {
      await beginSale(desk, { key: sale, location: '', person: await idOf(desk, buyer) })
      const whole = { to: '', from: '', email: '', message: '', on: '', ...gift }
      await addGiftCard(desk, sale, { key: line, amountMinor, gift: whole })
      const typed = { cash: 0, card: amountMinor, transfer: 0, credit: 0 }
      const pays = { typed, tipMinor: 0, evenShort: false, restLater: false }
      await sellBasket(desk, { saleId: sale, version: 1, ...pays })
      // Sealed here, no installation could open them: the desk gives these cards new codes.
      await desk.db.run(sql`UPDATE gift_cards SET sealed = '', sealed_code = ''
        WHERE studio_id = ${desk.studio.id} AND id = ${`${sale}-01`}`)
    })
    for (const { ago, what, price, byCard, byCash } of spent) {
      const [draft, first, second] = [chance.id(), chance.id(), chance.id()]
      on(ago, '17:40', async (desk) => {
        const invoiceId = await billed(desk, { draft, buyer, what, price })
        if (!invoiceId) return
        const paid = { invoiceId, note: '' }
        await takePayment(desk, {
          ...paid,
          key: first,
          amountMinor: byCard,
          method: 'gift_card',
          cardId: `${sale}-01`,
        })
        if (byCash > 0)
          await takePayment(desk, { ...paid, key: second, amountMinor: byCash, method: 'cash' })
      })
    }
  }
}

/** An invoice over one line; null where nobody has that name. */
async function billed(
  desk: StaffContext,
  of: { draft: string; buyer: string; what: string; price: string },
): Promise<string | null> {
  const personId = await idOf(desk, of.buyer)
  if (!personId) return null
  await startDraft(desk, personId, of.draft)
  const [begun] = await desk.db.all<{ version: number }>(sql`
    SELECT version FROM invoice_drafts WHERE studio_id = ${desk.studio.id} AND id = ${of.draft}`)
  const version = begun?.version ?? 0
  const line = { key: newId(), version: String(version), quantity: '1', tax: '0' }
  const form = { ...line, what: of.what, price: of.price }
  await saveDraftLine(desk, of.draft, draftLineForm(desk.studio.currency).parse(form))
  const opened = await openDraft(desk, of.draft, version + 1)
  return opened.ok ? opened.invoiceId : null
}

async function idOf({ db, studio }: StaffContext, name: string): Promise<string> {
  const [person] = await db.all<{ id: string }>(sql`
    SELECT id FROM people WHERE studio_id = ${studio.id} AND name = ${name}`)
  return person?.id ?? ''
}
