/** A workout as the page that logs it knows it. */
import type { Unit } from '#app/domain/workouts/plan/tokens.ts'
import type { Instant } from '#app/values/instant.ts'
import type { LogState } from './log-state.ts'
import type { LoggedSet } from './logged-set.ts'
import type { Known } from './next-set.ts'
import type { SessionPlan } from './session-plan.ts'

export type ActiveWorkout = {
  id: string
  name: string
  state: LogState
  startedAt: Instant
  endedAt: Instant | null
  /** The zone whose clock the page shows: the one the workout began in. */
  timeZone: string
  locale: string
  plan: SessionPlan
  planMs: number
  rest: { until: Instant | null; seconds: number }
  sets: LoggedSet[]
  unit: Unit
  /** By exercise; the days are in words. */
  known: (readonly [string, Known])[]
  /** Exercises with a page of their own. */
  shown: string[]
}
