/**
 * A tap at the desk, and what became of it: the words that the page, its queue and the server
 * share.
 */

export const tapMethods = ['name', 'code', 'qr'] as const
export type TapMethod = (typeof tapMethods)[number]

/** Somebody was tapped in. It is sent until it is answered, and counts once by its key. */
export type Tap = {
  /** Made where it was tapped. */
  key: string
  bookingId: string
  method: TapMethod
  /**
   * Seconds between the tap and its sending, by the clock of the device: a clock that is wrong does
   * no harm.
   */
  ago: number
  /** Why somebody whom an alert stops is let in all the same; empty otherwise. */
  override: string
  /** They wait for a place and stand at the desk: they are given one first. */
  give?: boolean | undefined
}

/** So many in one sending. */
export const tapsAtOnce = 25

/** A tap that is older when it arrives is written down as this old, in seconds. */
export const oldestTap = 48 * 3_600

export const conflicts = {
  not_found: 'This place does not exist any more.',
  booking_cancelled: 'The booking was cancelled meanwhile. Book them anew, or speak with them.',
  waiting: 'They are on the waitlist and have no place. Give them one from the roster.',
  full: 'No place is free any more. Raise the places of the class, or speak with them.',
  no_place_given: 'They could not be given a place: see on the roster what stands in the way.',
  class_cancelled: 'The class was cancelled meanwhile.',
  in_elsewhere: 'They were checked in somewhere else already.',
  settled: 'The class is settled. Put it right on the roster.',
  another_day: 'The class is on another day.',
  blocked: 'The studio stops them at the desk. Let them in with a reason.',
} as const

export type Conflict = keyof typeof conflicts

export type TapAnswer =
  | { key: string; bookingId: string; status: 'done' | 'already' }
  | {
      key: string
      bookingId: string
      status: 'conflict'
      reason: Conflict
      occurrenceId: string
      name: string
      title: string
    }
