/** Fees become charges: what is owed stands in one place, the account of the person who pays. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { openItemStatement } from '#app/domain/billing/open-items.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Look } from '#app/domain/scope/look.ts'
import { dayShortTime } from '#app/values/wording.ts'
import type { LocalDateTime } from '#app/values/zone.ts'

/** Fees that one run charges; the next minute takes the rest. */
const feesARun = 30

const dueSql = (studio: SQL, now: SQL): SQL => sql`
  fee.state = 'pending' AND fee.studio_id = ${studio} AND fee.due_at <= ${now}`

/** Whether a studio has fees that nobody waived in time. */
export const chargeFeesDue = ({ studio, now }: Look): SQL =>
  sql`EXISTS (SELECT 1 FROM fees AS fee WHERE ${dueSql(studio, sql`${now}`)})`

/** Charges the fees whose time for a waiver is over. A second run finds none. Answers how many. */
export async function chargeFees(ctx: StudioContext): Promise<number> {
  const { studio, now } = ctx
  return charge(ctx, dueSql(sql`${studio.id}`, sql`${now}`))
}

/**
 * Charges fees of a payer before they are due, as when somebody pays them at the desk. Those that
 * were charged, waived or became void stay as they are. Answers how many were charged now.
 */
export async function chargeFeesNow(
  ctx: StudioContext,
  payerId: string,
  feeIds: readonly string[],
): Promise<number> {
  if (feeIds.length === 0) return 0
  return charge(
    ctx,
    sql`fee.studio_id = ${ctx.studio.id} AND fee.state = 'pending'
      AND fee.id IN (SELECT value FROM json_each(${JSON.stringify(feeIds)}))
      AND coalesce(b.guardian_id, fee.person_id) = ${payerId}`,
  )
}

/**
 * Each becomes an item of the account of its payer, the guardian where one booked. From then on the
 * fee follows its item: a trigger (migration "fees_are_charges") calls it collected once that is
 * settled, and void once that is void.
 */
async function charge(ctx: StudioContext, which: SQL): Promise<number> {
  const { db, studio } = ctx
  const fees = await db.all<{
    id: string
    payerId: string
    kind: 'late_cancel' | 'no_show'
    amountMinor: number
    title: string
    localStart: LocalDateTime
    /** The child whose place it was, where a guardian pays; else empty. */
    child: string
  }>(sql`
    SELECT fee.id, coalesce(b.guardian_id, fee.person_id) AS payerId, fee.kind,
      fee.amount_minor AS amountMinor, class_type.name AS title, o.local_start AS localStart,
      iif(coalesce(b.guardian_id, fee.person_id) = fee.person_id, '', person.name) AS child
    FROM fees AS fee JOIN bookings AS b ON b.id = fee.booking_id
    JOIN people AS person ON person.id = fee.person_id
    JOIN occurrences AS o ON o.id = b.occurrence_id
    JOIN class_types AS class_type ON class_type.id = o.class_type_id
    WHERE ${which} ORDER BY fee.due_at LIMIT ${feesARun}`)
  if (fees.length === 0) return 0
  const { guardianId: _, ...asPayer } = ctx
  const statements: Record<string, Statement<D1Result>> = {}
  for (const { id, payerId, kind, amountMinor, title, localStart, child } of fees) {
    const own = sql`studio_id = ${studio.id} AND id = ${id} AND state = 'pending'`
    statements[`item ${id}`] = openItemStatement(
      asPayer,
      {
        personId: payerId,
        kind: 'fee',
        subjectId: id,
        amountMinor,
        working: `${child && `${child}: `}${feeNames[kind]}: ${title}, ${dayShortTime(localStart, studio.locale)}`,
        dedupeKey: `fee:${id}`,
      },
      sql`EXISTS (SELECT 1 FROM fees WHERE ${own})`,
    )
    statements[`fee ${id}`] = db.run(sql`UPDATE fees SET state = 'due' WHERE ${own}`)
  }
  const done = await batch(db, statements)
  return fees.reduce((n, { id }) => n + changed(done[`fee ${id}`]!), 0)
}

/** As a line of an invoice calls them. */
const feeNames = { late_cancel: 'Late-cancel fee', no_show: 'No-show fee' }
