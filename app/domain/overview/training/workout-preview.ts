/** A plan as it is shown before it begins: what each exercise asks, and last time's numbers. Pure. */
import { setsLine } from '#app/domain/training-log/session/done-words.ts'
import type { TrainedExercise } from '#app/domain/training-log/session/log-queries.server.ts'
import { askedGrams, type Known } from '#app/domain/training-log/session/next-set.ts'
import {
  type Entry,
  minutesOfPlan,
  type SessionBlock,
  type SessionPlan,
} from '#app/domain/training-log/session/session-plan.ts'
import { blockWords, exerciseWords, weightWords } from '#app/domain/workouts/plan/plan-words.ts'
import type { Unit } from '#app/domain/workouts/plan/tokens.ts'
import { count, dayShort } from '#app/values/wording.ts'

export type PlanFacts = {
  unit: Unit
  locale: string
  known: ReadonlyMap<string, Known>
  exercises: ReadonlyMap<string, TrainedExercise>
}

/** `3 sets of 8 at 80% of best, rest 2:00` of an entry. */
export const entryWords = (entry: Entry, unit: Unit): string =>
  exerciseWords(
    { ...entry, line: 0, typed: '', minutes: '', sets: entry.sets, rest: entry.rest },
    unit,
  )

const blockHead = (block: SessionBlock | undefined) =>
  block ? blockWords({ ...block, letter: '', line: null, exercises: [] }) : null

/** A plan with its blocks, for people who may begin it. */
export function toPreview(plan: SessionPlan, { unit, locale, known, exercises }: PlanFacts) {
  const blocks = plan.blocks
    .map((block, b) => ({
      head: blockHead(block),
      entries: plan.entries
        .filter((entry) => entry.block === b)
        .map((entry) => {
          const last = known.get(entry.exerciseId)
          const asked = entry.target.percent ? askedGrams(entry, last, unit) : null
          return {
            id: entry.id,
            name: entry.name,
            exerciseId: linkOf(entry, exercises),
            what: entryWords(entry, unit),
            load: entry.target.percent ? loadWords(asked, unit) : '',
            last:
              last && last.sets.length > 0
                ? `${dayShort(last.day, locale)}: ${setsLine(last.sets, unit)}`
                : '',
          }
        }),
    }))
    .filter(({ entries }) => entries.length > 0)
  const equipment = [
    ...new Set(
      plan.entries.flatMap(({ exerciseId }) => {
        const used = exercises.get(exerciseId)?.equipment ?? ''
        return used && used !== 'body only' ? [used] : []
      }),
    ),
  ]
  return {
    blocks,
    equipment,
    about: `${count(plan.entries.length, 'exercise')}, about ${minutesOfPlan(plan)} min`,
  }
}

/** A share of a best says nothing at the rack without the weight. */
const loadWords = (asked: number | null, unit: Unit) =>
  asked
    ? `${weightWords(asked, unit)} for you`
    : 'No best yet: choose a weight that leaves two in reserve'

/** Its page in the encyclopedia, where members see it. */
export const linkOf = (
  { exerciseId }: { exerciseId: string },
  exercises: ReadonlyMap<string, TrainedExercise>,
): string | null => (exercises.get(exerciseId)?.shown ? exerciseId : null)
