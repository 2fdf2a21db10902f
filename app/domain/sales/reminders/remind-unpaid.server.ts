/** The automatic first reminder of an invoice that no card is charged for, the day after it is due. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { reachedSql } from '#app/domain/families/letter-address.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type Look, lookAt } from '#app/domain/scope/look.ts'
import { instantToMs } from '#app/values/instant.ts'
import { instantOf, localDate } from '#app/values/zone.ts'
import { reminderRows, reminderStatements, withOpen } from './remind-invoices.server.ts'

/** What was due longer ago than so many days is left to a press. */
const remindsUntilDays = 7

/** The hour of the day, in the studio's zone, before which no letter of it is sent. */
const fromTime = '09:00'

/**
 * Over `invoices AS invoice` and `people AS person`, whose it is: it fell due in the last days, no
 * reminder was sent, somebody can be written to, it is no imported debt, and no card is charged for it
 * (a failed charge has letters of its own), where the studio has not turned this off.
 */
const unpaidSql = ({ studio, today }: Look): SQL => sql`
  invoice.studio_id = ${studio} AND invoice.kind = 'invoice' AND invoice.state = 'open'
  AND invoice.due_on < ${today}
  AND invoice.due_on >= date(${today}, '-' || ${remindsUntilDays} || ' days')
  AND invoice.reminded_at IS NULL AND ${reachedSql}
  AND NOT EXISTS (SELECT 1 FROM collection_steps AS step
    WHERE step.studio_id = invoice.studio_id AND step.invoice_id = invoice.id
      AND step.kind = 'charge')
  AND NOT EXISTS (SELECT 1 FROM dunning_settings AS dunning
    WHERE dunning.studio_id = invoice.studio_id AND dunning.reminds_unpaid = 0)
  AND NOT EXISTS (SELECT 1 FROM open_items AS brought WHERE brought.studio_id = invoice.studio_id
    AND brought.invoice_id = invoice.id AND brought.kind = 'balance')`

/** Whether a studio has invoices that somebody is to be reminded of for the first time. */
export const remindUnpaidDue = (look: Look): SQL => sql`EXISTS (
  SELECT 1 FROM invoices AS invoice CROSS JOIN people AS person ON person.id = invoice.person_id
  WHERE ${unpaidSql(look)})`

/**
 * Reminds people of unpaid invoices once each, the day after the due date, from nine in the morning on.
 * The mark on the invoice and the letter are one batch. Staff send any further reminder.
 * Answers how many were reminded.
 */
export async function remindUnpaid(ctx: StudioContext): Promise<number> {
  const { db, studio, now } = ctx
  const rows = (await reminderRows(ctx, unpaidSql(lookAt(ctx)))).map(withOpen)
  if (rows.length === 0) return 0
  const nine = instantOf(`${localDate(now, studio.timeZone)}T${fromTime}`, studio.timeZone)
  const waitMs = Math.max(0, instantToMs(nine) - instantToMs(now))
  const done: Record<string, D1Result> = await batch(db, reminderStatements(ctx, rows, waitMs))
  return rows.reduce((n, { id }) => n + changed(done[`mark ${id}`]), 0)
}
