import type { Unsigned } from '#app/domain/documents/unsigned.ts'
import type { LocalDateTime } from '#app/values/zone.ts'

/** The next class or appointment somebody has a place in, or the class they wait for. */
export type NextOfChild = {
  bookingId: string
  /** Where it is an appointment, which has a page of its own. */
  appointmentId: string | null
  title: string
  localStart: string
  state: string
}

/** A child on their guardian’s page. */
export type FamilyChild = {
  id: string
  name: string
  called: string
  birthDate: string | null
  unsigned: Unsigned | null
  /** Who else looks after them. */
  others: string[]
  /** Published photos of them: allowed, refused, or not asked yet. */
  photos: 'yes' | 'no' | 'unasked'
  next: NextOfChild | null
}

/** What a child has booked, or waits for, as their guardian reads it. */
export type FamilyBooking = {
  childId: string
  child: string
  bookingId: string
  /** Where it is an appointment, which has a page of its own. */
  appointmentId: string | null
  title: string
  localStart: LocalDateTime
  waits: boolean
}
