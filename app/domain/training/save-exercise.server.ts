import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import type { ExerciseFields } from './exercise-fields.ts'
import { findExercise } from './exercise-queries.server.ts'
import { searchStatements } from './exercise-statements.server.ts'
import { bodyPartOf } from './exercise-vocabulary.ts'
import { translatedNames } from './translations.ts'

/**
 * Adds an exercise of the studio's own, as a draft. A key that travels with the form makes a second
 * sending do nothing.
 */
export async function addExercise(
  ctx: StaffContext,
  fields: ExerciseFields,
  key: string = newId(),
): Promise<string> {
  const { db, studio, now } = ctx
  const columns = columnsOf(ctx, fields)
  await batch(db, {
    add: db.run(sql`
      INSERT INTO exercises (id, studio_id, state, created_at, updated_at,
        ${sql.raw(Object.keys(columns).join(', '))})
      VALUES (${key}, ${studio.id}, 'draft', ${now}, ${now},
        ${sql.join(Object.values(columns), sql`, `)})
      ON CONFLICT (id) DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        action: 'exercise.added',
        subjectKind: 'exercise',
        subjectId: key,
        detail: { name: fields.name },
      },
      rightAfterChange,
    ),
    ...searchStatements(ctx, [{ key, exercise: searchable(fields) }], 'id'),
  })
  return key
}

export type ChangeExerciseResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'changed_meanwhile' }

/**
 * Changes an exercise. From then on imports leave it alone. Refuses when someone else has saved it
 * since the form was opened (`version`), so that nobody's work is written over unseen.
 */
export async function changeExercise(
  ctx: StaffContext,
  exerciseId: string,
  fields: ExerciseFields,
): Promise<ChangeExerciseResult> {
  const { db, studio, now } = ctx
  const here = sql`studio_id = ${studio.id} AND id = ${exerciseId}`
  const assignments = Object.entries(columnsOf(ctx, fields)).map(
    ([name, value]) => sql`${sql.raw(name)} = ${value}`,
  )
  const lineId = newId()
  // It goes on being found by the names it has in other languages.
  const { translations } = (await findExercise(ctx, exerciseId)) ?? { translations: {} }
  const { change, found } = await batch(db, {
    change: db.run(sql`
      UPDATE exercises SET ${sql.join(assignments, sql`, `)}, edited_at = ${now},
        updated_at = ${now}, version = version + 1
      WHERE ${here} AND version = ${fields.version}`),
    audit: auditStatement(
      ctx,
      {
        id: lineId,
        action: 'exercise.changed',
        subjectKind: 'exercise',
        subjectId: exerciseId,
        detail: { name: fields.name },
      },
      rightAfterChange,
    ),
    ...searchStatements(
      ctx,
      [{ key: exerciseId, exercise: searchable(fields, translatedNames(translations)) }],
      'id',
      '',
      lineWrittenSql(lineId),
    ),
    found: db.all<{ version: number }>(sql`SELECT version FROM exercises WHERE ${here}`),
  })
  if (changed(change) === 0) {
    return {
      ok: false,
      reason: (found as unknown[]).length > 0 ? 'changed_meanwhile' : 'not_found',
    }
  }
  return { ok: true }
}

const searchable = (fields: ExerciseFields, elsewhere: readonly string[] = []) => ({
  name: fields.name,
  aliases: [...(fields.aliases ?? []), ...elsewhere],
  equipment: fields.equipment ?? '',
  category: fields.category ?? '',
  primaryMuscles: fields.primary ?? [],
})

function columnsOf({ studio }: StaffContext, fields: ExerciseFields): Record<string, SQL> {
  const primary = fields.primary ?? []
  const secondary = (fields.secondary ?? []).filter((muscle) => !primary.includes(muscle))
  const list = (entries: readonly string[] | undefined) => sql`${JSON.stringify(entries ?? [])}`
  return {
    name: sql`${fields.name}`,
    aliases: list(fields.aliases),
    // A discipline of another studio is not one of ours.
    discipline_id: sql`(SELECT id FROM disciplines
      WHERE studio_id = ${studio.id} AND id = ${fields.discipline ?? ''})`,
    category: sql`${fields.category ?? ''}`,
    level: sql`${fields.level ?? ''}`,
    force: sql`${fields.force ?? ''}`,
    mechanic: sql`${fields.mechanic ?? ''}`,
    equipment: sql`${fields.equipment ?? ''}`,
    primary_muscles: list(primary),
    secondary_muscles: list(secondary),
    body_part: sql`${bodyPartOf(primary)}`,
    instructions: list(fields.instructions),
    cues: list(fields.cues),
    faults: list(fields.faults),
    contraindications: list(fields.contraindications),
    custom: sql`${JSON.stringify(customOf(fields.custom ?? []))}`,
    log_type: sql`${fields.logType}`,
    unilateral: sql`${fields.unilateral === 'on' ? 1 : 0}`,
  }
}

/** The studio's own fields, typed one a line: `Grip: strong grip`. One without a name is `Note`. */
function customOf(lines: readonly string[]): Record<string, string> {
  const named = lines.map((line): [string, string] => {
    const at = line.indexOf(':')
    return at > 0 ? [line.slice(0, at).trim(), line.slice(at + 1).trim()] : ['Note', line]
  })
  return Object.fromEntries(
    named.filter(([name]) => !/^(__proto__|constructor|prototype)$/.test(name)),
  )
}
