/** Memberships whose bill is paid by hand, and late: the end of booking is planned as for a card (R10). */
import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import {
  notLateStatement,
  pastDueAgainStatement,
} from '#app/domain/entitlements/overdue-memberships.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type Look, lookAt } from '#app/domain/scope/look.ts'
import { addDays, localDate } from '#app/values/zone.ts'
import { usualDunning } from './dunning-calendar.ts'

/** Bills planned by one run; the next takes the rest. */
const atOnce = 50

/** Days after its due date on which a bill's membership still books; null is always. */
const graceSql = (
  studioId: SQL,
): SQL => sql`(SELECT iif(count(*) = 0, ${usualDunning.handGraceDays},
  max(dunning.hand_grace_days)) FROM dunning_settings AS dunning
  WHERE dunning.studio_id = ${studioId})`

/** No card is charged for `bill`. */
const byHandSql = sql`NOT EXISTS (SELECT 1 FROM collection_steps AS charge
  WHERE charge.studio_id = bill.studio_id AND charge.invoice_id = bill.id
    AND charge.kind = 'charge')`

/** Late bills of memberships without an end of booking: `bill` and what it holds back. */
const lateSql = ({ studio, today }: Look): SQL => sql`
  FROM invoices AS bill
  CROSS JOIN open_items AS line ON line.studio_id = bill.studio_id AND line.invoice_id = bill.id
    AND line.kind = 'membership' AND line.state = 'open' AND line.amount_minor > line.paid_minor
  JOIN memberships AS sold ON sold.id = line.subject_id
  WHERE bill.studio_id = ${studio} AND bill.kind = 'invoice' AND bill.state = 'open'
    AND bill.due_on < ${today} AND sold.state NOT IN ('cancelled','expired')
    AND ${graceSql(sql`${studio}`)} IS NOT NULL
    AND ${byHandSql} AND NOT EXISTS (SELECT 1 FROM collection_steps AS block
      WHERE block.studio_id = bill.studio_id AND block.invoice_id = bill.id
        AND block.kind = 'block')`

/** Memberships that book again though another bill of theirs is past its grace. */
const againSql = ({ studio, today }: Look): SQL => sql`
  FROM collection_steps AS block CROSS JOIN invoices AS bill ON bill.id = block.invoice_id
  CROSS JOIN memberships AS membership ON membership.id = block.membership_id
  WHERE block.studio_id = ${studio} AND block.kind = 'block' AND block.state = 'done'
    AND bill.state = 'open' AND bill.due_on < ${today} AND ${byHandSql}
    AND membership.state IN ('scheduled','trialing','active','cancel_scheduled')`

/** Ends of booking whose bill is due later by now, as where it is paid in parts. */
const notLateSql = ({ studio, today }: Look): SQL => sql`
  FROM collection_steps AS block CROSS JOIN invoices AS bill ON bill.id = block.invoice_id
  WHERE block.studio_id = ${studio} AND block.kind = 'block' AND block.state = 'done'
    AND bill.state = 'open' AND bill.due_on >= ${today} AND ${byHandSql}`

/** Whether a studio has late bills that nothing follows from yet. */
export const lateByHandDue = (look: Look): SQL =>
  sql`(EXISTS (SELECT 1 ${lateSql(look)}) OR EXISTS (SELECT 1 ${againSql(look)})
    OR EXISTS (SELECT 1 ${notLateSql(look)}))`

/**
 * Schedules the day on which a membership can no longer book because a bill paid by hand is late:
 * the studio's number of days after the due date, but tomorrow at the earliest, so that turning the
 * setting on stops nobody the same day. `runSteps` carries the stop out; staff can skip it, and
 * paying the bill cancels it. A membership with another late bill stays past due. One whose bill now
 * falls due later (after a split into parts) can book until then. Safe to run twice. Answers how
 * many memberships it changed.
 */
export async function lateByHand(ctx: StudioContext): Promise<number> {
  const { db, studio, now } = ctx
  const look = lookAt(ctx)
  const today = localDate(now, studio.timeZone)
  const grace = graceSql(sql`${studio.id}`)
  const { plan, again, later } = await batch(db, {
    plan: db.run(sql`
      INSERT INTO collection_steps (id, studio_id, invoice_id, membership_id, payer_id, kind, n,
        due_on, state)
      SELECT late.id || ':block:0', ${studio.id}, late.id, late.membership_id, late.payer_id,
        'block', 0, max(date(late.due_on, '+' || (${graceSql(sql`${studio.id}`)} + 1) || ' days'),
          ${addDays(today, 1)}), 'coming'
      FROM (SELECT bill.id, bill.due_on, coalesce(bill.billed_to_id, bill.person_id) AS payer_id,
          iif(sold.state = 'superseded', sold.superseded_by, sold.id) AS membership_id
        ${lateSql(look)} GROUP BY bill.id ORDER BY bill.due_on LIMIT ${atOnce}) AS late
      WHERE true ON CONFLICT DO NOTHING`),
    again: pastDueAgainStatement(
      ctx,
      sql`SELECT membership.id ${againSql(look)}`,
      addDays(today, -1),
    ),
    free: notLateStatement(
      ctx,
      sql`SELECT block.membership_id ${notLateSql(look)}`,
      sql`SELECT late.membership_id FROM collection_steps AS late
        JOIN invoices AS unpaid ON unpaid.id = late.invoice_id AND unpaid.state = 'open'
        WHERE late.studio_id = ${studio.id} AND late.membership_id IS NOT NULL
          AND (late.state = 'failed' OR late.kind = 'block' AND late.state = 'done'
            AND unpaid.due_on < ${today})`,
    ),
    // With another id, so that stopping it again is written of again.
    later: db.run(sql`
      UPDATE collection_steps SET done_at = NULL, state = iif(${grace} IS NULL, 'over', 'coming'),
        id = invoice_id || ':block:' || (SELECT bill.due_on FROM invoices AS bill
          WHERE bill.id = collection_steps.invoice_id),
        due_on = coalesce((SELECT date(bill.due_on, '+' || (${grace} + 1) || ' days')
          FROM invoices AS bill WHERE bill.id = collection_steps.invoice_id), due_on)
      WHERE studio_id = ${studio.id} AND id IN (SELECT block.id ${notLateSql(look)})`),
  })
  return changed(plan) + changed(again) + changed(later)
}
