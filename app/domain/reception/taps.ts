/**
 * A tap at the desk, and what became of it: the words that the page, its queue and the server
 * share.
 */

export const tapMethods = ['name', 'code', 'qr'] as const
export type TapMethod = (typeof tapMethods)[number]

/** Someone was tapped in. It is sent until it is answered, and counts once by its key. */
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
  /** Why someone whom an alert stops is let in all the same; empty otherwise. */
  override: string
  /** They wait for a place and are at the desk: they are given one first. */
  give?: boolean | undefined
}

/** So many in one sending. */
export const tapsAtOnce = 25

/** A tap that is older when it arrives is written down as this old, in seconds. */
export const oldestTap = 48 * 3_600

export const conflicts = {
  not_found: 'This booking no longer exists.',
  booking_cancelled: 'The booking has been cancelled. Book them again, or speak to them.',
  waiting: 'They’re on the waitlist. Add them to the class from the roster.',
  full: 'The class is full. Add places, or speak to them.',
  no_place_given: 'They couldn’t be added to the class. See why on the roster.',
  class_cancelled: 'The class has been cancelled.',
  in_elsewhere: 'They’re already checked in somewhere else.',
  settled: 'Attendance is finalised. Correct it on the roster.',
  attendance_closed:
    'The time to edit attendance of this class is over. An owner can correct it on the roster, ' +
    'with a reason.',
  another_day: 'The class is on another day.',
  blocked: 'They’re blocked at the desk. Let them in with a reason.',
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
