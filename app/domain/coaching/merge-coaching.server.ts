import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/**
 * Two records of one human are coached by one coach, or coach one client: what was written of the
 * record that goes is read in the coaching that goes on. For the batch that merges them, before the
 * coaching goes over.
 */
export function mergeCoachingStatements(
  { db, studio }: StudioContext,
  { keptId, goneId }: { keptId: string; goneId: string },
  onlyIf: SQL,
) {
  const pairs = sql`FROM coaching_relations AS theirs JOIN coaching_relations AS ours
    ON ours.studio_id = theirs.studio_id AND ours.to_on IS NULL
      AND (theirs.person_id = ${goneId} AND ours.person_id = ${keptId}
          AND ours.coach_id = theirs.coach_id
        OR theirs.coach_id = ${goneId} AND ours.coach_id = ${keptId}
          AND ours.person_id = theirs.person_id)
    WHERE theirs.studio_id = ${studio.id} AND theirs.to_on IS NULL AND ${onlyIf}`
  const written = (table: SQL) =>
    db.run(sql`
      UPDATE ${table} SET relation_id = (
        SELECT ours.id ${pairs} AND theirs.id = ${table}.relation_id)
      WHERE studio_id = ${studio.id} AND relation_id IN (SELECT theirs.id ${pairs})`)
  return {
    coachingEntries: written(sql.raw('coaching_entries')),
    coachingCheckIns: written(sql.raw('coaching_checkins')),
    // One request waits at a time: where both records ask, that of the one that is kept stays.
    coachingAsksOnce: db.run(sql`
      DELETE FROM coaching_shifts WHERE studio_id = ${studio.id} AND state = 'asked'
        AND relation_id IN (SELECT theirs.id ${pairs} AND EXISTS (
          SELECT 1 FROM coaching_shifts AS waits WHERE waits.studio_id = ours.studio_id
            AND waits.relation_id = ours.id AND waits.state = 'asked'))`),
    coachingShifts: written(sql.raw('coaching_shifts')),
    coachingSince: db.run(sql`
      UPDATE coaching_relations SET from_on = min(from_on, (
        SELECT min(theirs.from_on) ${pairs} AND ours.id = coaching_relations.id))
      WHERE studio_id = ${studio.id} AND id IN (SELECT ours.id ${pairs})`),
  }
}
