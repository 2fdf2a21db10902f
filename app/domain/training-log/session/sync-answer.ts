/** What the server answers a device that said something of a workout. */
import type { LogState } from './log-state.ts'
import type { LoggedSet } from './logged-set.ts'
import type { SessionPlan } from './session-plan.ts'

export type SyncAnswer =
  | {
      ok: true
      state: LogState
      /** Every set that stands, those taken away among them. */
      sets: LoggedSet[]
      refused: { id: string; why: string }[]
      plan: SessionPlan
      planMs: number
      rest: { until: string | null; seconds: number }
    }
  | { ok: false; reason: 'discarded' | 'not_now' | 'unreadable' }
