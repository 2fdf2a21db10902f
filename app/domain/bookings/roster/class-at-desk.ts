import type { OfferingKind } from '#app/db/studio/scheduling.ts'
import type { BookableOccurrence } from '../availability/bookable-occurrence.ts'

/** What only the desk's pages tell of a class, beside its booking rules. */
export type ClassBesideRules = {
  coachId: string
  /** The regular coach while another takes the class. */
  insteadOf: string | null
  /** Price of one class; null is not sold singly. */
  dropInMinor: number | null
  reconcileMinutes: number
  sequence: number
  policyName: string
  policyVersion: number
  /** Another policy than its series has. */
  ownPolicy: number
  /** Days after the end for which attendance may be edited. */
  editableDays: number
  /** Its places before the equipment it needs is looked at. */
  ownCapacity: number
  /** Of those the ones kept for walk-ins. */
  ownWalkIns: number
}

/** A class as the desk sees it. */
export type ClassAtDesk = BookableOccurrence &
  ClassBesideRules & {
    kind: OfferingKind
    roomName: string
    coachName: string
    /** One of a series that goes on. */
    repeats: boolean
    policy: { noShowFeeMinor: number; noShowBoth: boolean }
  }
