/** What a task is made of: its cause, and the facts that its words are made of. Pure. */
import type { SQL } from 'drizzle-orm'
import type { NextAction } from '#app/db/studio/leads-words.ts'
import type { taskKinds } from '#app/db/studio/tasks.ts'
import type { Instant } from '#app/values/instant.ts'
import type { LocalDate, LocalDateTime } from '#app/values/zone.ts'

export type TaskKind = (typeof taskKinds)[number]

/** Whose work it is until someone has it. Owners and managers see everything. */
export type TaskRole = 'manager' | 'front_desk'

/** What a studio that has just opened does next, in order. */
export const openingSteps = [
  ...(['share', 'members', 'coaches', 'prices'] as const),
  ...(['payments', 'waiver', 'hours'] as const),
] as const
export type OpeningStep = (typeof openingSteps)[number]

type ClassFacts = { title: string; localStart: LocalDateTime }

/** The facts of each kind. */
export type TaskFacts = {
  substitute: ClassFacts & { coachName: string }
  substitute_claim: ClassFacts & { coachName: string; claimedName: string }
  appointment_request: ClassFacts & { personName: string; coachName: string }
  course_decision: { title: string; enrolled: number; needs: number }
  few_booked: ClassFacts & { booked: number; coachName: string }
  /** `noted`: when the last of them was. */
  fees_due: { n: number; amountMinor: number; noted?: Instant }
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
  /** Something that a person at work holds ends, or has ended. */
  qualification_ends: { name: string; kind: string; endsOn: LocalDate }
  /** Somebody who works here asks to be away; `when` is in the studio's words. */
  time_off_asked: { name: string; when: string }
  /** Somebody who works here cancelled time off that was approved. */
  time_off_ended: { name: string; when: string }
  /** Somebody gave a shift back: it is open. */
  shift_given_back: { name: string; what: string; when: string }
  /** A variant with no more than the level at which it is ordered again. */
  stock_low: { name: string; stock: number; supplier: string }
  /** `address`: where the studio's pages are, whole. */
  opening: { step: OpeningStep; address: string }
  /** Somebody asked to be erased. */
  erase_request: { name: string }
  /** Somebody would not recommend the studio. */
  low_score: { name: string; score: number }
  /** Somebody turned 18 and has no address of their own. */
  of_age_address: { name: string }
  /** No card is tried any more, and it is not paid. `suspended`: 1 where the membership is. */
  payment_failed: { name: string; amountMinor: number; reference: string; suspended: number }
  /** Somebody withdrew from a membership they had paid for: the money is on their account. */
  pay_back: { name: string; amountMinor: number; payerId: string }
  /** A bank was asked to take a payment back: does this person keep access? */
  /** `card`: the end of the code of a gift card that was bought with it. */
  payment_disputed: { name: string; amountMinor: number; reason: string; card?: string }
  /** A card could not be refunded: the money is on the person's account. */
  refund_failed: { name: string; amountMinor: number }
  /** Nothing got through to a webhook for three days, or its server said that it is gone. */
  webhook_paused: { name: string }
  /** What is next with a lead; `answer` is the first word to a new one. */
  lead_next: { name: string; action: NextAction | 'answer'; note: string }
}

/** What asks for someone: a kind, and within it an id or a local date. */
export type TaskCause = { kind: TaskKind; ref: string }

export type NewTask = {
  [Kind in TaskKind]: {
    /** Its ref, or an expression that answers it. */
    cause: { kind: Kind; ref: string | SQL }
    facts: TaskFacts[Kind]
    role: TaskRole
    /** The person who has it from the start, or an expression that answers them. */
    personId?: string | SQL | null
    dueAt: Instant
    /** From when nothing can be done about it any more. */
    endsAt: Instant | null
    /** The page where it is done. */
    path: string | SQL
  }
}[TaskKind]
