/** What a task is made of: its cause, and the facts that its words are made of. Pure. */
import type { taskKinds } from '#app/db/studio/tasks.ts'
import type { Instant } from '#app/values/instant.ts'
import type { LocalDate, LocalDateTime } from '#app/values/zone.ts'

export type TaskKind = (typeof taskKinds)[number]

/** Whose work it is until somebody has it. Owners and managers see everything. */
export type TaskRole = 'manager' | 'front_desk'

type ClassFacts = { title: string; localStart: LocalDateTime }

/** The facts of each kind. */
export type TaskFacts = {
  substitute: ClassFacts & { coachName: string }
  substitute_claim: ClassFacts & { coachName: string; claimedName: string }
  appointment_request: ClassFacts & { personName: string; coachName: string }
  course_decision: { title: string; enrolled: number; needs: number }
  few_booked: ClassFacts & { booked: number; coachName: string }
  fees_due: { n: number; amountMinor: number }
  /**
   * `coach`: 1 where it is the coach, not only the room. `made`: it stands all the same, is kept
   * back as a draft, or (null) was not added.
   */
  class_clash: ClassFacts & {
    coach: number
    made: 'scheduled' | 'draft' | null
    coachName: string
    roomName: string
    other: string
  }
  inspection_due: { name: string; dueOn: LocalDate }
}

/** What asks for somebody: a kind, and within it an id or a local date. */
export type TaskCause = { kind: TaskKind; ref: string }

export type NewTask = {
  [Kind in TaskKind]: {
    cause: { kind: Kind; ref: string }
    facts: TaskFacts[Kind]
    role: TaskRole
    /** The person who has it from the start. */
    personId?: string | null
    dueAt: Instant
    /** From when nothing can be done about it any more. */
    endsAt: Instant | null
    /** The page where it is done. */
    path: string
  }
}[TaskKind]
