import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import { type Exercise, exerciseStatement } from './exercise-queries.server.ts'
import { searchStatements } from './exercise-statements.server.ts'
import { translatedNames } from './translations.ts'

export type MergeResult =
  | { ok: true; name: string; into: string; again?: true }
  | { ok: false; reason: 'not_found' | 'same' | 'changed_meanwhile' }

/** What a merge moved, kept with its audit line: it can be taken apart again. */
type Moved = { into: string; name: string; was: string; media: string[]; aliases: string[] }

/**
 * Merges a duplicate into the exercise that stays: its photos move, its name and its aliases become
 * aliases, anyone who had it among their favourites has the other, and its address leads there.
 * What it says itself stays with it, out of sight, so that the two can be taken apart again. Twice
 * is once. Refused for one and the same exercise, and where someone saved one of the two meanwhile.
 */
export async function mergeExercises(
  ctx: StaffContext,
  goneId: string,
  intoId: string,
): Promise<MergeResult> {
  const { db, studio, now } = ctx
  if (goneId === intoId) return { ok: false, reason: 'same' }
  const read = await batch(db, {
    gone: exerciseStatement(ctx, goneId),
    into: exerciseStatement(ctx, intoId),
    // What the one that stays shows already stays with the duplicate.
    media: db.all<{ id: string }>(sql`
      SELECT id FROM exercise_media
      WHERE studio_id = ${studio.id} AND exercise_id = ${goneId} AND object_id NOT IN (
        SELECT object_id FROM exercise_media
        WHERE studio_id = ${studio.id} AND exercise_id = ${intoId})
      ORDER BY position, id`),
  })
  const [gone, into] = [read.gone[0], read.into[0]]
  if (!gone || !into) return { ok: false, reason: 'not_found' }
  if (gone.mergedInto === intoId) return { ok: true, name: gone.name, into: into.name, again: true }
  if (gone.mergedInto !== null || into.mergedInto !== null)
    return { ok: false, reason: 'changed_meanwhile' }
  const media = read.media.map(({ id }) => id)
  const known = new Set([into.name, ...into.aliases].map((name) => name.toLowerCase()))
  const added = [gone.name, ...gone.aliases].filter((name) => !known.has(name.toLowerCase()))
  const moved: Moved = { into: intoId, name: into.name, was: gone.state, media, aliases: added }
  const lineId = newId()
  const done = lineWrittenSql(lineId)
  const aliases = [...into.aliases, ...added]
  const { merged } = await batch(db, {
    merged: db.run(sql`
      UPDATE exercises SET merged_into = ${intoId}, state = 'hidden', version = version + 1,
        updated_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${goneId} AND version = ${gone.version}
        AND merged_into IS NULL
        AND EXISTS (SELECT 1 FROM exercises AS other
          WHERE other.studio_id = ${studio.id} AND other.id = ${intoId}
            AND other.version = ${into.version} AND other.merged_into IS NULL)`),
    audit: auditStatement(
      ctx,
      {
        id: lineId,
        action: 'exercise.merged',
        subjectKind: 'exercise',
        subjectId: goneId,
        detail: moved,
      },
      rightAfterChange,
    ),
    aliases: db.run(sql`
      UPDATE exercises SET aliases = ${JSON.stringify(aliases)}, version = version + 1,
        edited_at = ${now}, updated_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${intoId} AND ${done}`),
    photos: moveMediaStatement(ctx, media, { from: goneId, to: intoId }, done),
    favourites: db.run(sql`
      INSERT INTO exercise_favourites (studio_id, person_id, exercise_id, created_at)
      SELECT studio_id, person_id, ${intoId}, created_at FROM exercise_favourites
      WHERE studio_id = ${studio.id} AND exercise_id = ${goneId} AND ${done}
      ON CONFLICT DO NOTHING`),
    // What was merged into the duplicate before leads on to the one that stays.
    earlier: db.run(sql`
      UPDATE exercises SET merged_into = ${intoId}
      WHERE studio_id = ${studio.id} AND merged_into = ${goneId} AND ${done}`),
    terms: db.run(
      sql`DELETE FROM exercise_terms
        WHERE studio_id = ${studio.id} AND exercise_id = ${goneId} AND ${done}`,
    ),
    ...searchStatements(
      ctx,
      [{ key: intoId, exercise: foundBy({ ...into, aliases }) }],
      'id',
      '',
      done,
    ),
  })
  if (changed(merged) === 0) return { ok: false, reason: 'changed_meanwhile' }
  return { ok: true, name: gone.name, into: into.name }
}

/** What it is found by: its names in other languages are aliases. */
const foundBy = (exercise: Exercise) => ({
  ...exercise,
  aliases: [...exercise.aliases, ...translatedNames(exercise.translations)],
})

export type SeparateResult =
  | { ok: true; name: string }
  | { ok: false; reason: 'not_found' | 'not_merged' }

/**
 * Takes a merge apart: the duplicate is back as it was, with its photos and names. Twice is once.
 */
export async function separateExercise(
  ctx: StaffContext,
  exerciseId: string,
): Promise<SeparateResult> {
  const { db, studio, now } = ctx
  const { gone, lines } = await batch(db, {
    gone: exerciseStatement(ctx, exerciseId),
    lines: db.all<{ id: string; detail: string }>(sql`
      SELECT id, detail FROM audit_entries
      WHERE studio_id = ${studio.id} AND subject_kind = 'exercise'
        AND subject_id = ${exerciseId} AND action = 'exercise.merged'
      ORDER BY created_at DESC, rowid DESC LIMIT 1`),
  })
  const [exercise, line] = [gone[0], lines[0]]
  if (!exercise) return { ok: false, reason: 'not_found' }
  if (exercise.mergedInto === null || !line) return { ok: false, reason: 'not_merged' }
  const moved = JSON.parse(line.detail) as Moved
  const undoId = `undo-${line.id}`
  const done = lineWrittenSql(undoId)
  const { into } = await batch(db, { into: exerciseStatement(ctx, exercise.mergedInto) })
  const stays = into[0] && {
    ...into[0],
    aliases: into[0].aliases.filter((alias) => !moved.aliases.includes(alias)),
  }
  const found = [exercise, ...(stays ? [stays] : [])].map((one) => ({
    key: one.id,
    exercise: foundBy(one),
  }))
  await batch(db, {
    back: db.run(sql`
      UPDATE exercises SET merged_into = NULL, state = ${moved.was}, version = version + 1,
        updated_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${exerciseId} AND merged_into IS NOT NULL`),
    audit: auditStatement(
      ctx,
      {
        id: undoId,
        action: 'exercise.merged.undone',
        subjectKind: 'exercise',
        subjectId: exerciseId,
      },
      rightAfterChange,
    ),
    photos: moveMediaStatement(
      ctx,
      moved.media,
      { from: exercise.mergedInto, to: exerciseId },
      done,
    ),
    aliases: db.run(sql`
      UPDATE exercises SET version = version + 1, updated_at = ${now}, aliases = (
        SELECT json_group_array(value) FROM json_each(exercises.aliases)
        WHERE value NOT IN (SELECT value FROM json_each(${JSON.stringify(moved.aliases)})))
      WHERE studio_id = ${studio.id} AND id = ${exercise.mergedInto} AND ${done}`),
    ...searchStatements(ctx, found, 'id', '', done),
  })
  return { ok: true, name: exercise.name }
}

/**
 * Photos keep their order behind those that are there; one of the same content stays where it is.
 */
const moveMediaStatement = (
  { db, studio }: StudioContext,
  media: readonly string[],
  { from, to }: { from: string; to: string },
  done: ReturnType<typeof lineWrittenSql>,
) =>
  db.run(sql`
    UPDATE OR IGNORE exercise_media SET exercise_id = ${to}, position = position + (
      SELECT coalesce(max(photo.position) + 1, 0) FROM exercise_media AS photo
      WHERE photo.studio_id = ${studio.id} AND photo.exercise_id = ${to})
    WHERE studio_id = ${studio.id} AND exercise_id = ${from}
      AND id IN (SELECT value FROM json_each(${JSON.stringify(media)})) AND ${done}`)
