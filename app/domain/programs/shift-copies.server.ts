import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/** Moves what is left of a person’s programs (SQL) by some days (SQL); a paused one waits anyway. */
export const shiftCopiesStatement = (
  { db, studio }: Pick<StudioContext, 'db' | 'studio'>,
  { personId, days }: { personId: SQL; days: SQL },
  onlyIf: SQL,
) =>
  db.run(sql`
    UPDATE program_assignments SET starts_on = date(starts_on, '+' || ${days} || ' days')
    WHERE studio_id = ${studio.id} AND person_id = ${personId} AND ended_at IS NULL
      AND state <> 'paused' AND ${onlyIf}`)
