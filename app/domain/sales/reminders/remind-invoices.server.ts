/** Reminding people of what they have not paid: whom, whom not and why, and the letters. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { auditStatement } from '#app/domain/audit/audit.server.ts'
import { dueBySql } from '#app/domain/billing/invoices/part-statements.server.ts'
import {
  balanceSql,
  remindedStatement,
} from '#app/domain/billing/invoices/payment-statements.server.ts'
import { addressed, chargeFor } from '#app/domain/families/addressed.ts'
import { addressSql } from '#app/domain/families/letter-address.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { invoiceReminder } from '#app/messages/sales/invoice-reminder.ts'
import { addMinutes, type Instant } from '#app/values/instant.ts'
import { type LocalDate, localDate } from '#app/values/zone.ts'
import { readerHasAccountSql } from '../invoices/invoice-rows.server.ts'
import { invoiceTitle } from '../invoices/invoice-words.ts'
import type { ReminderLeft } from './reminder-words.ts'

/** Invoices that one press reminds of. */
const remindsAtOnce = 50
/** Nobody is reminded of the same invoice twice within so many days. */
const remindsAgainDays = 3

export type Reminder = {
  id: string
  reference: string
  dueOn: LocalDate
  openMinor: number
  currency: string
  whatFor: string
  remindedAt: Instant | null
  personId: string
  name: string
  preferredName: string
  email: string
  guardianName: string
  hasAccount: number
}

export type Reminded = Reminder & { why: ReminderLeft | null }

/** Of the oldest so many that are overdue, those are listed that nobody is reminded of. */
const leftOutOf = 200

/**
 * The invoice of `invoiceId`, or those that are overdue and can be reminded of, the oldest first;
 * then who is left out and why: no address, reminded in the last days, or a debt brought over from
 * another program that nobody has asked them for yet. The first reminder of such a debt is sent from
 * its invoice.
 */
export async function toRemind(ctx: StudioContext, invoiceId: string | null): Promise<Reminded[]> {
  const { db, studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  const asked: SQL =
    invoiceId === null ? sql`invoice.due_on < ${today}` : sql`invoice.id = ${invoiceId}`
  const open = sql`invoice.studio_id = ${studio.id} AND invoice.kind = 'invoice'
    AND invoice.state = 'open' AND ${asked}`
  const lately = addMinutes(now, -remindsAgainDays * 24 * 60)
  const why = sql`CASE WHEN email = '' THEN 'no_address'
    WHEN remindedAt > ${lately} THEN 'just_reminded'
    WHEN remindedAt IS NULL AND brought AND ${invoiceId === null ? 1 : 0} THEN 'brought_over' END`
  const rows = (which: SQL) => reminderRows(ctx, open, which, why)
  const { reminded, left } = await batch(db, {
    reminded: rows(sql`${why} IS NULL`),
    left: rows(sql`${why} IS NOT NULL AND id IN (
      SELECT invoice.id FROM invoices AS invoice WHERE ${open}
      ORDER BY invoice.due_on, invoice.number LIMIT ${leftOutOf})`),
  })
  return [...reminded, ...left].map(withOpen)
}

type ReminderRow = Omit<Reminded, 'openMinor'> & { dueMinor: number; balanceMinor: number }

/** Of one in parts, what has come due; before its day, all that is open. */
export const withOpen = ({ dueMinor, balanceMinor, ...row }: ReminderRow): Reminded => ({
  ...row,
  openMinor: dueMinor > 0 ? dueMinor : balanceMinor,
})

/**
 * Of the invoices that `open` is about, those of which `which` holds, the oldest first: as many as one
 * press reminds of. `why` is an expression of who is left out.
 */
export const reminderRows = (
  { db, studio, now }: StudioContext,
  open: SQL,
  which: SQL = sql`1`,
  why: SQL = sql`NULL`,
) => {
  const balance = balanceSql(sql`invoice.studio_id`, sql`invoice.id`)
  return db.all<ReminderRow>(sql`
      SELECT *, ${why} AS why FROM (
        SELECT invoice.id, invoice.number, invoice.reference, invoice.due_on AS dueOn,
          invoice.currency,
          ${dueBySql(sql.raw('invoice'), localDate(now, studio.timeZone), balance)} AS dueMinor,
          ${balance} AS balanceMinor, invoice.reminded_at AS remindedAt,
          (SELECT group_concat(line.working, ', ') FROM open_items AS line
            WHERE line.studio_id = invoice.studio_id AND line.invoice_id = invoice.id
              AND line.state = 'open') AS whatFor,
          EXISTS (SELECT 1 FROM open_items AS line
            WHERE line.studio_id = invoice.studio_id AND line.invoice_id = invoice.id
              AND line.kind = 'balance') AS brought,
          person.id AS personId, person.name, person.preferred_name AS preferredName,
          ${addressSql(sql`invoice.billed_to_id`)}, ${readerHasAccountSql} AS hasAccount
        FROM invoices AS invoice CROSS JOIN people AS person ON person.id = invoice.person_id
        WHERE ${open})
      WHERE ${which} ORDER BY dueOn, number LIMIT ${remindsAtOnce}`)
}

/**
 * Writes to those whom `toRemind` does not leave out, once each: the mark on the invoice and the
 * letter are one batch, so two who press at once send one. Answers how many were reminded.
 */
export async function remindInvoices(
  ctx: StaffContext,
  invoiceId: string | null,
): Promise<{ reminded: number }> {
  const { studio } = ctx
  const rows = (await toRemind(ctx, invoiceId)).filter(({ why }) => why === null)
  if (rows.length === 0) return { reminded: 0 }
  const done = await batch(ctx.db, {
    ...reminderStatements(ctx, rows),
    audit: auditStatement(ctx, {
      action: 'invoices.reminded',
      subjectKind: invoiceId === null ? 'studio' : 'invoice',
      subjectId: invoiceId ?? studio.id,
      detail: { invoices: rows.length },
    }),
  })
  const answers = done as Record<string, D1Result>
  return { reminded: rows.reduce((n, { id }) => n + changed(answers[`mark ${id}`]!), 0) }
}

/** The mark on each invoice with its letter, which is sent so many milliseconds from now. */
export function reminderStatements(
  ctx: StudioContext,
  rows: readonly Reminder[],
  waitMs = 0,
): Record<string, Statement<D1Result>> {
  const { db, studio, now, nowMs, origin } = ctx
  const today = localDate(now, studio.timeZone)
  const statements: Record<string, Statement<D1Result>> = {}
  for (const row of rows) {
    const { id, remindedAt, dueOn } = row
    statements[`mark ${id}`] = remindedStatement(ctx, id, remindedAt)
    statements[`letter ${id}`] = queueStatement(
      db,
      {
        studioId: studio.id,
        dedupeKey: `invoice-reminder:${studio.id}:${id}:${remindedAt ?? 'first'}`,
        to: row.email,
        kind: 'invoice-reminder',
        letter: invoiceReminder({
          ...row,
          studio,
          origin,
          overdue: dueOn < today,
          name: addressed(row).name,
          whatFor: chargeFor(row, row.whatFor),
          title: invoiceTitle({ kind: 'invoice', reference: row.reference }),
          invoiceId: row.hasAccount === 1 ? id : null,
        }),
      },
      nowMs + waitMs,
      sql`EXISTS (SELECT 1 FROM invoices WHERE studio_id = ${studio.id} AND id = ${id}
        AND reminded_at = ${now})`,
    )
  }
  return statements
}
