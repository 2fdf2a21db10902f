/** A workout as it was understood: blocks of exercises with what is to be done of each. */
import type { workoutKinds } from '#app/db/studio/workouts/workouts-words.ts'

export type WorkoutKind = (typeof workoutKinds)[number]

export const kindWords: Record<WorkoutKind, string> = {
  strength: 'Strength',
  amrap: 'AMRAP',
  emom: 'EMOM',
  for_time: 'For time',
  intervals: 'Intervals',
  circuit: 'Circuit',
  mobility: 'Mobility',
}

/** What one set asks for; what is left out is free. */
export type Target = {
  reps?: number
  /** The upper end of a range such as 8-10. */
  repsTo?: number
  /** As many, or as long, as possible. */
  max?: boolean
  grams?: number
  /** Of the person's best. */
  percent?: number
  rpe?: number
  rir?: number
  tempo?: string
  seconds?: number
  metres?: number
}

export type PlannedExercise = {
  /** The line of the text, from 0. */
  line: number
  /** As it was typed. */
  typed: string
  /** Empty until somebody says which one is meant. */
  exerciseId: string
  name: string
  sets: number
  target: Target
  eachSide: boolean
  warmup: boolean
  minutes: '' | 'odd' | 'even'
  /** Seconds between sets. */
  rest: number | null
}

export const blockKinds = [
  'straight',
  'superset',
  'circuit',
  'amrap',
  'emom',
  'for_time',
  'intervals',
] as const
export type BlockKind = (typeof blockKinds)[number]

export type Block = {
  kind: BlockKind
  letter: string
  /** The line of its head; null where its first exercise stands for it. */
  line: number | null
  rounds: number
  /** How long it lasts, or the cap of what is for time. */
  seconds: number | null
  /** Of intervals: seconds of work and rest; of EMOM: how often one begins. */
  work: number | null
  pause: number | null
  exercises: PlannedExercise[]
}

export type Plan = { blocks: Block[] }

/** Sets that a person logs: a circuit's exercise comes once a round. */
export const setsOf = (block: Block, exercise: PlannedExercise): number =>
  Math.min(30, exercise.sets * (block.kind === 'circuit' ? block.rounds : 1))

/** The exercises of a plan in their order, with how many sets each has. */
export const exercisesOf = (plan: Plan): (PlannedExercise & { toDo: number })[] =>
  plan.blocks.flatMap((block) =>
    block.exercises.map((exercise) => ({ ...exercise, toDo: setsOf(block, exercise) })),
  )
