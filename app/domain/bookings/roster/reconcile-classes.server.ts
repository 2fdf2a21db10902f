import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { entriesForStatement } from '#app/domain/entitlements/ledger.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type Look, lookAt } from '#app/domain/scope/look.ts'
import { settledLineStatement } from '#app/domain/staff-pay/pay-line-statements.server.ts'
import { addMinutes } from '#app/values/instant.ts'
import { sparedSql } from '../availability/policy-limits.server.ts'
import { feeWaitsMinutes } from '../cancelling/cancellation.ts'

/** Classes of one run; the next minute takes more. */
const atOnce = 20

/** Classes that ended as long ago as their policy says. */
const endedSql = ({ studio, now }: Look): SQL => sql`
  FROM occurrences AS o JOIN policies AS policy ON policy.id = o.policy_id
  WHERE o.studio_id = ${studio} AND o.state = 'scheduled' AND o.ends_at <= ${now}
    AND strftime('%Y-%m-%dT%H:%M:%SZ', o.ends_at,
      '+' || policy.reconcile_minutes || ' minutes') <= ${now}`

/** Whether a studio has classes to settle. */
export const reconcileClassesDue = (look: Look): SQL => sql`EXISTS (SELECT 1 ${endedSql(look)})`

/**
 * Settles classes that ended as long ago as their policy says (2 hours), when the desk has
 * finished: checked in becomes `attended`, booked becomes `no_show`, who still waits
 * `not_promoted`. A no-show costs the credit where the policy keeps it, and otherwise (or as well,
 * where the policy says so) the policy's fee, due after 24 hours, unless the person is spared it; a
 * credit that is not kept goes back. What the class pays its coach is written with it. Each class
 * is one batch that ends with `reconciled`, so a crash leaves a class either settled or untouched.
 * Answers how many classes.
 */
export async function reconcileClasses(ctx: StudioContext): Promise<number> {
  const due = await ctx.db.all<{ id: string }>(sql`
    SELECT o.id ${endedSql(lookAt(ctx))}
    ORDER BY o.ends_at LIMIT ${atOnce}`)
  for (const { id } of due) await reconcileClass(ctx, id)
  return due.length
}

async function reconcileClass(ctx: StudioContext, occurrenceId: string): Promise<void> {
  const { db, studio, now } = ctx
  const open = sql`EXISTS (SELECT 1 FROM occurrences AS occurrence
    WHERE occurrence.studio_id = ${studio.id} AND occurrence.id = ${occurrenceId}
      AND occurrence.state = 'scheduled')`
  const own = sql`studio_id = ${studio.id} AND occurrence_id = ${occurrenceId} AND ${open}`
  const absent = (losesCredit: 0 | 1) => sql`
    SELECT booking.id AS booking_id, booking.person_id, booking.lot_id FROM bookings AS booking
    JOIN policies AS policy ON policy.id = booking.policy_id
    WHERE booking.studio_id = ${studio.id} AND booking.occurrence_id = ${occurrenceId}
      AND booking.state = 'booked'
      AND policy.late_keeps_credit = ${losesCredit} AND ${open}`
  await batch(db, {
    forfeited: entriesForStatement(ctx, 'forfeit', absent(1), 'did not come'),
    returned: entriesForStatement(ctx, 'return', absent(0), 'did not come'),
    fees: db.run(sql`
      INSERT INTO fees (id, studio_id, person_id, booking_id, kind, amount_minor, currency, state,
        due_at, created_at)
      SELECT lower(hex(randomblob(5))), booking.studio_id, booking.person_id, booking.id, 'no_show',
        policy.no_show_fee_minor, ${studio.currency}, 'pending',
        ${addMinutes(now, feeWaitsMinutes)}, ${now}
      FROM bookings AS booking JOIN policies AS policy ON policy.id = booking.policy_id
      WHERE booking.studio_id = ${studio.id} AND booking.occurrence_id = ${occurrenceId}
        AND booking.state = 'booked'
        AND booking.enrolment_id IS NULL AND booking.make_up_id IS NULL AND booking.guest_of IS NULL
        AND policy.no_show_fee_minor > 0
        AND (policy.no_show_both
          OR NOT (booking.lot_id IS NOT NULL AND policy.late_keeps_credit = 1))
        AND NOT EXISTS (SELECT 1 FROM people AS trying
          WHERE trying.id = booking.person_id AND trying.prospect = 1)
        AND NOT ${sparedSql('booking', now)} AND ${open}
      ON CONFLICT DO NOTHING`),
    attended: db.run(
      sql`UPDATE bookings SET state = 'attended' WHERE ${own} AND state = 'checked_in'`,
    ),
    absent: db.run(sql`UPDATE bookings SET state = 'no_show' WHERE ${own} AND state = 'booked'`),
    waiting: db.run(sql`
      UPDATE bookings SET state = 'not_promoted', ended_at = ${now}, ended_by = 'system'
      WHERE ${own} AND state = 'waitlisted'`),
    pay: settledLineStatement(ctx, occurrenceId, open),
    settled: db.run(sql`
      UPDATE occurrences SET state = 'reconciled'
      WHERE studio_id = ${studio.id} AND id = ${occurrenceId} AND state = 'scheduled'`),
  })
}
