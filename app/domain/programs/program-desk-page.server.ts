import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { muscleShares } from '#app/domain/training-log/history/muscle-shares.ts'
import { targetWords } from '#app/domain/workouts/plan/plan-words.ts'
import { type Unit, weightUnitOf } from '#app/domain/workouts/plan/tokens.ts'
import { dayShort } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'
import {
  dateOf,
  type ProgramPlan,
  type ProgramSession,
  sessionsOf,
  weekSums,
} from './program-plan.ts'
import {
  type CopyRow,
  copiesStatement,
  planOfProgram,
  programStatement,
} from './program-queries.server.ts'
import type { ShownCopy, ShownWeek } from './shown-week.ts'

const copiesShown = 50

/** A program at the desk: its weeks with what they come to, and who is on it. */
export async function programDeskPage(ctx: StudioContext, id: string) {
  const { db, studio, now } = ctx
  type Muscles = { id: string; primaryMuscles: string; secondaryMuscles: string }
  const answer = await batch(db, {
    program: programStatement(ctx, id),
    copies: copiesStatement(ctx, id, copiesShown + 1),
    exercises: db.all<Muscles>(sql`
      SELECT DISTINCT exercise.id, exercise.primary_muscles AS primaryMuscles,
        exercise.secondary_muscles AS secondaryMuscles
      FROM training_programs AS program JOIN training_program_versions AS said
        ON said.studio_id = program.studio_id AND said.program_id = program.id
          AND said.version = program.version,
        json_tree(said.plan) AS leaf JOIN exercises AS exercise ON exercise.id = leaf.value
      WHERE program.studio_id = ${studio.id} AND program.id = ${id}
        AND leaf.key = 'exerciseId' AND exercise.studio_id = ${studio.id}`),
  })
  const [program] = answer.program
  if (!program) return null
  const exercises = new Map(answer.exercises.map((one) => [one.id, one]))
  const today = localDate(now, studio.timeZone)
  return {
    program,
    weeks: shownWeeks(planOfProgram(program), exercises, weightUnitOf(studio)),
    more: answer.copies.length > copiesShown,
    people: answer.copies
      .slice(0, copiesShown)
      .map((copy) => shownCopy(copy, { today, version: program.version, locale: studio.locale })),
  }
}

/** The weeks of a plan as a grid shows them, each with its sums. */
function shownWeeks(
  plan: ProgramPlan,
  exercises: ReadonlyMap<string, { primaryMuscles: string; secondaryMuscles: string }>,
  unit: Unit,
): ShownWeek[] {
  const sums = plan.weeks.map(weekSums)
  return plan.weeks.map((week, w) => {
    const { sessions, sets, minutes, exerciseIds } = sums[w]!
    const before = w > 0 ? sums[w - 1]!.sets : sets
    const difference = sets - before
    return {
      name: `Week ${w + 1}`,
      note: week.note,
      lighter: week.lighter,
      sessions,
      sets,
      minutes,
      against: againstWords(difference),
      muscles: muscleShares(exerciseIds, exercises)
        .slice(0, 3)
        .map((one) => `${one.muscle} ${one.sets}`)
        .join(', '),
      days: week.days.map((day) =>
        day.map((session) => ({ name: session.name, lines: sessionLines(session, unit) })),
      ),
    }
  })
}

function againstWords(difference: number): string {
  if (difference === 0) return ''
  return difference > 0 ? `${difference} more` : `${-difference} fewer`
}

/** `Row 5 × 5 at 75% of best` of each exercise, at most three. */
export const sessionLines = ({ plan }: ProgramSession, unit: Unit): string[] =>
  plan.blocks
    .flatMap(({ exercises }) => exercises)
    .slice(0, 3)
    .map(({ name, sets, target }) =>
      [name, sets > 1 && `${sets} ×`, targetWords(target, unit)].filter(Boolean).join(' '),
    )

function shownCopy(
  copy: CopyRow,
  { today, version, locale }: { today: string; version: number; locale: string },
): ShownCopy {
  const plan = JSON.parse(copy.plan) as ProgramPlan
  const due = sessionsOf(plan).filter((one) => dateOf(copy.startsOn, one) <= today).length
  const about = copyAbout(copy, { due, today, locale })
  return {
    id: copy.id,
    personId: copy.personId,
    name: copy.person,
    about,
    older: copy.version < version,
  }
}

function copyAbout(
  { state, startsOn, done }: CopyRow,
  { due, today, locale }: { due: number; today: string; locale: string },
): string {
  if (state === 'paused') return `paused, ${done} done`
  if (startsOn > today) return `begins ${dayShort(startsOn, locale)}`
  return `${done} of ${due} done that were due`
}
