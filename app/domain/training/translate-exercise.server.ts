import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import type { TranslationForm } from './exercise-fields.ts'
import { findExercise } from './exercise-queries.server.ts'
import { searchStatements } from './exercise-statements.server.ts'
import { ownLanguage, translatedNames } from './translations.ts'

export type TranslateResult =
  | { ok: true; language: string; removed: boolean }
  | { ok: false; reason: 'not_found' | 'own_language' | 'changed_meanwhile' }

/**
 * Writes an exercise in another language, or takes that out where nothing is said. It is found by
 * its name there, too, and later imports leave it alone. Refused for the studio's own language, and
 * where somebody saved the exercise since the form was opened (`version`).
 */
export async function translateExercise(
  ctx: StaffContext,
  exerciseId: string,
  { language, name = '', instructions = [], cues = [], version }: TranslationForm,
): Promise<TranslateResult> {
  const { db, studio, now } = ctx
  if (language === ownLanguage(studio)) return { ok: false, reason: 'own_language' }
  const exercise = await findExercise(ctx, exerciseId)
  if (!exercise || exercise.mergedInto !== null) return { ok: false, reason: 'not_found' }
  const removed = name === '' && instructions.length === 0 && cues.length === 0
  const { [language]: _, ...others } = exercise.translations
  const translations = removed ? others : { ...others, [language]: { name, instructions, cues } }
  const lineId = newId()
  const { written } = await batch(db, {
    change: db.run(sql`
      UPDATE exercises SET translations = ${JSON.stringify(translations)}, edited_at = ${now},
        updated_at = ${now}, version = version + 1
      WHERE studio_id = ${studio.id} AND id = ${exerciseId} AND version = ${version}
        AND ${exercise.version} = ${version} AND merged_into IS NULL`),
    audit: auditStatement(
      ctx,
      {
        id: lineId,
        action: 'exercise.translated',
        subjectKind: 'exercise',
        subjectId: exerciseId,
        detail: { language, name },
      },
      rightAfterChange,
    ),
    ...searchStatements(
      ctx,
      [
        {
          key: exerciseId,
          exercise: {
            ...exercise,
            aliases: [...exercise.aliases, ...translatedNames(translations)],
          },
        },
      ],
      'id',
      '',
      lineWrittenSql(lineId),
    ),
    written: db.all<{ n: number }>(sql`SELECT ${lineWrittenSql(lineId)} AS n`),
  })
  if (written[0]?.n !== 1) return { ok: false, reason: 'changed_meanwhile' }
  return { ok: true, language, removed }
}
