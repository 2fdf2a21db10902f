import type { Actor, StudioContext } from './contexts.ts'

/** A member of staff at work on the studio's rows; what they may do is the guard's matter. */
export type StaffContext = StudioContext & { actor: Actor }
