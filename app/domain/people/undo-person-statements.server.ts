/**
 * What takes a change of a person back, each for the batch that undoes it; `onlyIf` holds while it
 * is not undone.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

type Ctx = Pick<StudioContext, 'db' | 'studio' | 'now'>

export function removeNoteStatement(
  { db, studio, now }: Ctx,
  personId: string,
  noteId: string,
  onlyIf: SQL,
): Statement<D1Result> {
  return db.run(sql`
    UPDATE person_notes SET removed_at = ${now}
    WHERE studio_id = ${studio.id} AND person_id = ${personId} AND id = ${noteId}
      AND removed_at IS NULL AND ${onlyIf}`)
}

type Rung = {
  levelId: string
  since: string
  stripes?: number
  provisional?: number
  lapsesOn?: string | null
} | null

/** Puts the rung of before back, while the rung the change set still stands. */
export function putLevelBackStatement(
  { db, studio }: Ctx,
  personId: string,
  { disciplineId, before, after }: { disciplineId: string; before: Rung; after: Rung },
  onlyIf: SQL,
): Statement<D1Result> {
  const held = sql`studio_id = ${studio.id} AND person_id = ${personId}
    AND discipline_id = ${disciplineId}`
  if (after === null) {
    return db.run(sql`
      INSERT INTO person_levels (studio_id, person_id, discipline_id, level_id, since, stripes,
        provisional, lapses_on)
      SELECT ${studio.id}, ${personId}, ${disciplineId}, ${before?.levelId ?? null},
        ${before?.since ?? null}, ${before?.stripes ?? 0}, ${before?.provisional ?? 0},
        ${before?.lapsesOn ?? null}
      WHERE ${before !== null ? sql`1` : sql`0`} AND ${onlyIf}
      ON CONFLICT DO NOTHING`)
  }
  const stands = sql`${held} AND level_id = ${after.levelId} AND since = ${after.since}
    AND stripes = ${after.stripes ?? 0}
    AND ${onlyIf}`
  return before === null
    ? db.run(sql`DELETE FROM person_levels WHERE ${stands}`)
    : db.run(
        sql`UPDATE person_levels SET level_id = ${before.levelId}, since = ${before.since},
            stripes = ${before.stripes ?? 0}, provisional = ${before.provisional ?? 0},
            lapses_on = ${before.lapsesOn ?? null}
          WHERE ${stands}`,
      )
}
