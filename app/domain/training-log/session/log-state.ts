/** SM-WORK: planned → in_progress ⇄ paused → finished | discarded; in_progress → auto_closed. */
import type { efforts, logStates } from '#app/db/studio/workouts/training-log-words.ts'

export type LogState = (typeof logStates)[number]
export type Effort = (typeof efforts)[number]

/** Hours without anything logged after which a workout is closed and its sets are kept. */
export const idleHours = 6

export const logActs = ['finish', 'pause', 'resume', 'discard', 'restore'] as const
export type LogAct = (typeof logActs)[number]

/** From which states an act leads on, and to which. One that stands there already is done. */
export const transitions: Record<LogAct, { from: readonly LogState[]; to: LogState }> = {
  finish: { from: ['in_progress', 'paused', 'auto_closed'], to: 'finished' },
  pause: { from: ['in_progress'], to: 'paused' },
  // Of one that was closed automatically: it goes on.
  resume: { from: ['paused', 'auto_closed'], to: 'in_progress' },
  discard: { from: ['in_progress', 'paused', 'auto_closed'], to: 'discarded' },
  // Sets that another device still had: the workout is kept after all.
  restore: { from: ['discarded'], to: 'finished' },
}

export const isOpen = (state: LogState) => state === 'in_progress' || state === 'paused'
export const isOver = (state: LogState) => state === 'finished' || state === 'auto_closed'
