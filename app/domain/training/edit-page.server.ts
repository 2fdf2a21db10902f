import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { chainStatement } from './exercise-page.server.ts'
import {
  type Exercise,
  type ExercisePhoto,
  exerciseStatement,
  photosStatement,
} from './exercise-queries.server.ts'
import { nameOfLanguage } from './translations.ts'

type Discipline = { id: string; name: string }

const disciplinesStatement = ({ db, studio }: StudioContext) =>
  db.all<Discipline>(
    sql`SELECT id, name FROM disciplines WHERE studio_id = ${studio.id} ORDER BY sort, name`,
  )

/** The disciplines an exercise can belong to. */
export const listDisciplines = (ctx: StudioContext): Promise<Discipline[]> =>
  Promise.resolve(disciplinesStatement(ctx))

/** An exercise as staff change it, with its photos; null where the studio has none such. */
export async function editExercisePage(ctx: StudioContext, exerciseId: string) {
  const { exercise, photos, disciplines, merged, chain } = await batch(ctx.db, {
    chain: chainStatement(ctx, exerciseId),
    merged: ctx.db.all<{ id: string; name: string }>(sql`
      SELECT id, name FROM exercises
      WHERE studio_id = ${ctx.studio.id} AND merged_into = ${exerciseId} ORDER BY name LIMIT 20`),
    exercise: exerciseStatement(ctx, exerciseId),
    photos: photosStatement(ctx, exerciseId),
    disciplines: disciplinesStatement(ctx),
  })
  const [found] = exercise as Exercise[]
  if (!found) return null
  const lines = (entries: readonly string[]) => entries.join('\n')
  return {
    merged,
    chain,
    mergedInto: found.mergedInto,
    exercise: {
      id: found.id,
      name: found.name,
      state: found.state,
      source: [found.sourceDataset, found.sourceLicence].filter(Boolean).join(', '),
      edited: found.editedAt !== null,
      languages: Object.keys(found.translations).map(nameOfLanguage),
    },
    values: {
      name: found.name,
      aliases: lines(found.aliases),
      discipline: found.disciplineId ?? '',
      category: found.category,
      level: found.level,
      force: found.force,
      mechanic: found.mechanic,
      equipment: found.equipment,
      instructions: lines(found.instructions),
      cues: lines(found.cues),
      faults: lines(found.faults),
      contraindications: lines(found.contraindications),
      custom: lines(Object.entries(found.custom).map(([name, value]) => `${name}: ${value}`)),
      logType: found.logType,
      unilateral: found.unilateral ? 'on' : '',
      version: String(found.version),
      primary: found.primaryMuscles,
      secondary: found.secondaryMuscles,
    },
    photos: photos as ExercisePhoto[],
    disciplines: disciplines as Discipline[],
  }
}
