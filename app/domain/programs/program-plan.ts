/** A program: weeks of seven days with up to two sessions each. Pure. */
import { minutesOfPlan, toSessionPlan } from '#app/domain/training-log/session/session-plan.ts'
import type { Plan, PlannedExercise, Target, WorkoutKind } from '#app/domain/workouts/plan/plan.ts'
import { setsOf } from '#app/domain/workouts/plan/plan.ts'
import { fromGrams, toGrams, type Unit } from '#app/domain/workouts/plan/tokens.ts'
import { rewritten } from '#app/domain/workouts/plan/written-line.ts'
import { addDays, type LocalDate } from '#app/values/zone.ts'

export type ProgramSession = {
  name: string
  kind: WorkoutKind
  /** As it was typed, and as it was understood. */
  text: string
  plan: Plan
}

export type ProgramWeek = {
  note: string
  /** A deload. */
  lighter: boolean
  /** Seven days, each with its sessions; a day without is one of rest. */
  days: ProgramSession[][]
}

export type ProgramPlan = { weeks: ProgramWeek[] }

export const mostWeeks = 26
const sessionsADay = 2

const emptyWeek = (): ProgramWeek => ({
  note: '',
  lighter: false,
  days: Array.from({ length: 7 }, () => []),
})

export const emptyProgram = (weeks: number): ProgramPlan => ({
  weeks: Array.from({ length: weeks }, emptyWeek),
})

/** Where a session stands: `2.4.0` is the third week, the fifth day, its first session. */
export type Place = { week: number; day: number; slot: number }

export const placeKey = ({ week, day, slot }: Place) => `${week}.${day}.${slot}`

export function placeOf(key: string): Place | null {
  const [, week, day, slot] = /^(\d{1,2})\.([0-6])\.([01])$/.exec(key) ?? []
  return week === undefined ? null : { week: Number(week), day: Number(day), slot: Number(slot) }
}

export const sessionAt = (plan: ProgramPlan, { week, day, slot }: Place): ProgramSession | null =>
  plan.weeks[week]?.days[day]?.[slot] ?? null

/** Every session in its order, with where it stands. */
export const sessionsOf = (plan: ProgramPlan): (Place & { session: ProgramSession })[] =>
  plan.weeks.flatMap(({ days }, week) =>
    days.flatMap((sessions, day) =>
      sessions.map((session, slot) => ({ week, day, slot, session })),
    ),
  )

/** Puts a session in its place, or takes it out; a third one of a day replaces the second. */
export function withSession(
  plan: ProgramPlan,
  { week, day, slot }: Place,
  session: ProgramSession | null,
): ProgramPlan {
  return {
    weeks: plan.weeks.map((one, w) =>
      w !== week
        ? one
        : {
            ...one,
            days: one.days.map((sessions, d) => {
              if (d !== day) return sessions
              const others = sessions.filter((_, s) => s !== slot)
              return session
                ? [...sessions.slice(0, slot), session, ...sessions.slice(slot + 1)].slice(
                    0,
                    sessionsADay,
                  )
                : others
            }),
          },
    ),
  }
}

/** Moves a session to another day of any week; null where that day is full or nothing is there. */
export function moved(plan: ProgramPlan, from: Place, to: Omit<Place, 'slot'>): ProgramPlan | null {
  const session = sessionAt(plan, from)
  const day = plan.weeks[to.week]?.days[to.day]
  if (!session || !day || day.length >= sessionsADay) return null
  const same = from.week === to.week && from.day === to.day
  if (same) return plan
  return withSession(withSession(plan, from, null), { ...to, slot: day.length }, session)
}

/** What changes from one week to its copy. */
export const progressions = ['same', 'load', 'rep', 'reserve', 'lighter'] as const
export type Progression = (typeof progressions)[number]

export const progressionWords: Record<Progression, string> = {
  same: 'as it is',
  load: '+2.5%',
  rep: '+1 rep',
  reserve: 'one fewer in reserve',
  lighter: 'lighter: three fifths of the sets, 10% less',
}

const half = (n: number) => Math.round(n * 2) / 2

/** A load that can be put on a bar: to half a kilogram, or to a pound. */
const loaded = (grams: number, unit: Unit) =>
  unit === 'kg' ? Math.round(grams / 500) * 500 : toGrams(Math.round(fromGrams(grams, unit)), unit)

function steppedTarget(target: Target, by: Progression, unit: Unit): Target {
  const { percent, grams, reps, repsTo, rir, seconds } = target
  switch (by) {
    case 'same':
      return target
    case 'load':
      return {
        ...target,
        ...(percent === undefined ? {} : { percent: half(percent + 2.5) }),
        ...(grams === undefined ? {} : { grams: loaded(grams * 1.025, unit) }),
        ...(seconds === undefined || grams ? {} : { seconds: seconds + 5 }),
      }
    case 'rep':
      return {
        ...target,
        ...(reps === undefined ? {} : { reps: reps + 1 }),
        ...(repsTo === undefined ? {} : { repsTo: repsTo + 1 }),
        ...(seconds === undefined || reps ? {} : { seconds: seconds + 5 }),
      }
    case 'reserve':
      return rir === undefined ? target : { ...target, rir: Math.max(0, rir - 1) }
    case 'lighter':
      return {
        ...target,
        ...(percent === undefined ? {} : { percent: half(percent - 10) }),
        ...(grams === undefined ? {} : { grams: loaded(grams * 0.9, unit) }),
      }
  }
}

const stepped = (exercise: PlannedExercise, by: Progression, unit: Unit): PlannedExercise => ({
  ...exercise,
  target: steppedTarget(exercise.target, by, unit),
  sets: by === 'lighter' ? Math.max(1, Math.round(exercise.sets * 0.6)) : exercise.sets,
})

/**
 * Copies a week over another one with a progression: loads by percent or weight, repetitions, the
 * reserve, or a lighter week. Warm-ups stay as they are. The text of each session says the
 * progression too, with weights in `unit`, so that a session opened and saved keeps it.
 */
export function copiedWeek(
  plan: ProgramPlan,
  { from, to, by, unit }: { from: number; to: number; by: Progression; unit: Unit },
): ProgramPlan | null {
  const source = plan.weeks[from]
  if (!source || !plan.weeks[to] || from === to) return null
  const days = source.days.map((sessions) =>
    sessions.map((session) => {
      const blocks = session.plan.blocks.map((block) => ({
        ...block,
        exercises: block.exercises.map((one) => (one.warmup ? one : stepped(one, by, unit))),
      }))
      const steps = blocks.flatMap((block) => block.exercises.filter(({ warmup }) => !warmup))
      const text = rewritten(session.text, steps, unit)
      return { ...session, text, plan: { blocks } }
    }),
  )
  return {
    weeks: plan.weeks.map((week, w) =>
      w === to ? { ...week, days, lighter: by === 'lighter' } : week,
    ),
  }
}

/** Hard sets (warm-ups left out) and minutes of a week; `exerciseIds` says one for each set. */
export function weekSums(week: ProgramWeek): {
  sessions: number
  sets: number
  minutes: number
  exerciseIds: string[]
} {
  const sessions = week.days.flat()
  const exerciseIds = sessions.flatMap(({ plan }) =>
    plan.blocks.flatMap((block) =>
      block.exercises
        .filter(({ warmup }) => !warmup)
        .flatMap((one) => Array.from({ length: setsOf(block, one) }, () => one.exerciseId)),
    ),
  )
  const minutes = sessions.reduce(
    (sum, { plan }) => sum + minutesOfPlan(toSessionPlan(plan, new Map())),
    0,
  )
  return { sessions: sessions.length, sets: exerciseIds.length, minutes, exerciseIds }
}

/** The day of a session of a copy that begins on `startsOn`. */
export const dateOf = (startsOn: LocalDate, { week, day }: Omit<Place, 'slot'>): LocalDate =>
  addDays(startsOn, week * 7 + day)

/** The day of the last session; the first day where there is none. */
export function finishOf(plan: ProgramPlan, startsOn: LocalDate): LocalDate {
  const last = sessionsOf(plan).at(-1)
  return last ? dateOf(startsOn, last) : startsOn
}

/** `6 weeks, 4 sessions a week`. */
export function shapeWords({ weeks, sessions }: { weeks: number; sessions: number }): string {
  const a = Math.round((sessions / Math.max(1, weeks)) * 10) / 10
  return `${weeks} ${weeks === 1 ? 'week' : 'weeks'}, ${a} ${a === 1 ? 'session' : 'sessions'} a week`
}
