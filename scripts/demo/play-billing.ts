/**
 * Six months of membership bills: a few members pay each month by card, one owes the newest, one
 * never paid theirs, one was given some back.
 */
import { sql } from 'drizzle-orm'
import { writeOffInvoice } from '#app/domain/billing/invoices/close-invoice.server.ts'
import { refundInvoice } from '#app/domain/billing/invoices/refund-invoice.server.ts'
import { takePayment } from '#app/domain/billing/invoices/take-payment.server.ts'
import {
  type AskedAct,
  actOnMembership,
  previewAct,
} from '#app/domain/sales/memberships/act-on-membership.server.ts'
import { billMemberships } from '#app/domain/sales/memberships/bill-memberships.server.ts'
import type { Actor } from '#app/domain/scope/contexts.ts'
import { anchorOf, periodOf } from '#app/values/billing/billing-period.ts'
import { newId } from '#app/values/id.ts'
import { addDays, instantOf, type LocalDate } from '#app/values/zone.ts'
import type { Row } from './insert-rows.ts'
import type { Player, Scene } from './player.ts'

/** So many members are billed by themselves; the others as they were before, by hand. */
const billed = 6

/** Days since the first of these bills. */
const since = 182

type OpenBill = { id: string; personId: string; minor: number; itemId: string }

export function playBilling(
  player: Player,
  manager: Actor,
  { memberships, today }: { memberships: readonly Row[]; today: LocalDate },
): void {
  const first = addDays(today, -since)
  const holders = memberships
    .filter(
      (one) =>
        one.state === 'active' &&
        one.ends_on === null &&
        one.frozen_from === null &&
        String(one.starts_on) < addDays(first, -8),
    )
    .slice(0, billed)
  const at = (day: LocalDate, time: string, happens: (scene: Scene) => Promise<unknown>) =>
    player.at(instantOf(`${day}T${time}`, player.timeZone), happens)
  const byManager = ({ desk }: Scene) => ({ ...desk, actor: manager })

  for (const { id, person_id } of holders) {
    at(first, '05:00', async (scene) => {
      const ctx = byManager(scene)
      const asked: AskedAct = {
        personId: String(person_id),
        membershipId: String(id),
        act: { act: 'bill', on: first },
        by: 'desk',
      }
      const seen = (await previewAct(ctx, asked))?.seen ?? ''
      await actOnMembership(ctx, asked, { key: newId(), seen, reason: 'Billed monthly' })
    })
  }

  const [owes, gone, back] = holders.map(({ person_id }) => String(person_id))
  const days: LocalDate[] = []
  for (let day = first; day <= today; ) {
    days.push(day)
    day = addDays(periodOf(anchorOf('month', first), day).until, 1)
  }
  days.forEach((day, i) => {
    const newest = i === days.length - 1
    at(day, '06:00', ({ ctx }) => billMemberships(ctx))
    at(day, '06:30', async (scene) => {
      for (const { id, personId, minor } of await openBills(scene, holders, day)) {
        if ((newest && personId === owes) || (i === 2 && personId === gone)) continue
        await takePayment(scene.desk, {
          key: newId(),
          invoiceId: id,
          amountMinor: minor,
          method: 'card',
          note: '',
        })
      }
    })
  })
  const unpaid = days[2]
  if (unpaid) {
    at(addDays(unpaid, 40), '17:00', async (scene) => {
      const [bill] = (await openBills(scene, holders, unpaid)).filter(
        ({ personId }) => personId === gone,
      )
      if (bill) await writeOffInvoice(byManager(scene), bill.id, 'Paid nothing after three letters')
    })
  }
  const ill = days[3]
  if (ill) {
    at(addDays(ill, 9), '11:00', async (scene) => {
      const [paid] = await scene.ctx.db.all<OpenBill>(sql`
        SELECT invoice.id, invoice.person_id AS personId, invoice.total_minor AS minor,
          line.id AS itemId
        FROM invoices AS invoice
        JOIN open_items AS line ON line.studio_id = invoice.studio_id
          AND line.invoice_id = invoice.id AND line.kind = 'membership'
        WHERE invoice.studio_id = ${scene.ctx.studio.id} AND invoice.person_id = ${back ?? ''}
          AND invoice.state = 'paid' ORDER BY invoice.number DESC LIMIT 1`)
      if (!paid) return
      await refundInvoice(byManager(scene), {
        key: newId(),
        invoiceId: paid.id,
        itemId: paid.itemId,
        amountMinor: 2_000,
        method: 'card',
        reason: 'Ill for a week',
      })
    })
  }
}

/** What is open of the bills that their memberships had on a day, oldest first. */
const openBills = ({ ctx }: Scene, holders: readonly Row[], day: LocalDate): Promise<OpenBill[]> =>
  ctx.db.all<OpenBill>(sql`
    SELECT invoice.id, invoice.person_id AS personId,
      sum(line.amount_minor - line.paid_minor) AS minor, max(line.id) AS itemId
    FROM invoices AS invoice
    JOIN open_items AS line ON line.studio_id = invoice.studio_id AND line.invoice_id = invoice.id
    WHERE invoice.studio_id = ${ctx.studio.id} AND invoice.state = 'open'
      AND invoice.issued_on = ${day} AND invoice.person_id IN (SELECT value FROM json_each(
        ${JSON.stringify(holders.map(({ person_id }) => person_id))}))
    GROUP BY invoice.id HAVING max(line.kind = 'membership') = 1 AND minor > 0
    ORDER BY invoice.number`)
