/** The library of a demo studio as rows, with what its exercises are found by. */
import { termsOf } from '#app/domain/training/exercise-terms.ts'
import { bodyPartOf } from '#app/domain/training/exercise-vocabulary.ts'
import { translatedNames } from '#app/domain/training/translations.ts'
import { spellingsOf } from '#app/values/search-terms.ts'
import { openedAt, type Setting } from './build-setting.ts'
import { demoExercises } from './exercises/exercises.ts'
import type { Row } from './insert-rows.ts'
import { Chance } from './random.ts'

/** Published all of them; drawings stand for their photos. */
export function buildExercises(
  slug: string,
  { studioId, ladders }: Setting,
): Record<string, Row[]> {
  // Its own chance, so that another exercise changes nothing else of the world.
  const chance = new Chance(`${slug} exercises`)
  const plans = (demoExercises[slug] ?? []).map((plan) => ({ ...plan, id: chance.id() }))
  const named = plans.map((plan) => ({
    id: plan.id,
    terms: termsOf({
      ...plan,
      aliases: [...(plan.aliases ?? []), ...translatedNames(plan.translations ?? {})],
      primaryMuscles: plan.works,
    }),
  }))
  const terms = [...new Set(named.flatMap((exercise) => exercise.terms.map(({ term }) => term)))]
  return {
    exercises: plans.map((plan) => ({
      id: plan.id,
      studio_id: studioId,
      name: plan.name,
      aliases: JSON.stringify(plan.aliases ?? []),
      discipline_id: ladders.get(plan.discipline)?.id ?? null,
      category: plan.category,
      level: plan.level,
      force: plan.force,
      mechanic: plan.works.length + plan.helps.length > 1 ? 'compound' : 'isolation',
      equipment: plan.equipment,
      primary_muscles: JSON.stringify(plan.works),
      secondary_muscles: JSON.stringify(plan.helps),
      body_part: bodyPartOf(plan.works),
      instructions: JSON.stringify(plan.steps),
      cues: JSON.stringify(plan.cues),
      faults: JSON.stringify(plan.faults),
      contraindications: JSON.stringify(plan.notFor ?? []),
      translations: JSON.stringify(plan.translations ?? {}),
      log_type: plan.logType,
      unilateral: plan.eachSide ? 1 : 0,
      state: 'published',
      created_at: openedAt,
      updated_at: openedAt,
    })),
    exercise_links: plans.flatMap(({ id, after }) => {
      const easier = after ? plans.find(({ name }) => name === after) : undefined
      return easier
        ? [{ studio_id: studioId, easier_id: easier.id, harder_id: id, created_at: openedAt }]
        : []
    }),
    exercise_terms: named.flatMap(({ id, terms: own }) =>
      own.map(({ term, weight }) => ({ studio_id: studioId, term, exercise_id: id, weight })),
    ),
    exercise_spellings: terms.flatMap((term) =>
      spellingsOf(term).map((spelling) => ({ studio_id: studioId, spelling, term })),
    ),
  }
}
