/**
 * What takes a gift or an adjustment back, each for the batch that undoes it; `onlyIf` holds while
 * it is not undone.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { localDate } from '#app/values/zone.ts'

type Ctx = Pick<StudioContext, 'db' | 'studio' | 'now'>

/**
 * Revokes a lot that nothing was taken from (SM-CREDIT `revoke`): the lot is closed, and the entry
 * behind it acts only if it was, so keep them in this order.
 */
export function revokeLotStatements(
  { db, studio, now }: Ctx,
  personId: string,
  lotId: string,
  onlyIf: SQL,
): { entry: Statement<D1Result>; lot: Statement<D1Result> } {
  // A bundle was given as several lots.
  const together = sql`(SELECT id FROM lots WHERE studio_id = ${studio.id}
    AND person_id = ${personId} AND (id = ${lotId} OR sold_with = ${lotId}))`
  const unused = sql`NOT EXISTS (SELECT 1 FROM entries
    WHERE studio_id = ${studio.id} AND lot_id IN ${together} AND kind <> 'grant')`
  return {
    entry: db.run(sql`
      INSERT INTO entries (studio_id, person_id, lot_id, kind, amount, reason, created_at)
      SELECT entry.studio_id, entry.person_id, entry.lot_id, 'revoke', -entry.amount,
        'Given by mistake', ${now}
      FROM entries AS entry
      WHERE entry.studio_id = ${studio.id} AND entry.lot_id IN ${together}
        AND entry.person_id = ${personId} AND entry.kind = 'grant'
        AND ${unused} AND ${onlyIf}`),
    lot: db.run(sql`
      UPDATE lots SET refunded_at = ${now}
      WHERE studio_id = ${studio.id} AND id IN ${together} AND refunded_at IS NULL
        AND changes() > 0`),
  }
}

/** Ends a membership that no standing booking is paid by. */
export function endGiftStatement(
  { db, studio, now }: Ctx,
  personId: string,
  membershipId: string,
  onlyIf: SQL,
): Statement<D1Result> {
  return db.run(sql`
    UPDATE memberships SET state = 'cancelled', ends_on = ${localDate(now, studio.timeZone)}
    WHERE studio_id = ${studio.id} AND id = ${membershipId} AND person_id = ${personId}
      AND state = 'active'
      AND NOT EXISTS (
        SELECT 1 FROM bookings WHERE studio_id = ${studio.id} AND person_id = ${personId}
          AND membership_id = ${membershipId}
          AND state IN ('booked','checked_in','attended','no_show'))
      AND ${onlyIf}`)
}

/** The same number of credits the other way, never below zero. */
export function reverseAdjustmentStatement(
  { db, studio, now }: Ctx,
  personId: string,
  { lotId, amount }: { lotId: string; amount: number },
  onlyIf: SQL,
): Statement<D1Result> {
  return db.run(sql`
    INSERT INTO entries (studio_id, person_id, lot_id, kind, amount, reason, created_at)
    SELECT lot.studio_id, lot.person_id, lot.id, 'adjust', ${-amount}, 'Taken back', ${now}
    FROM lots AS lot
    WHERE lot.studio_id = ${studio.id} AND lot.id = ${lotId} AND lot.person_id = ${personId}
      AND lot.refunded_at IS NULL
      AND (SELECT coalesce(sum(entry.amount), 0) FROM entries AS entry
        WHERE entry.studio_id = lot.studio_id AND entry.lot_id = lot.id) >= ${amount}
      AND ${onlyIf}`)
}
