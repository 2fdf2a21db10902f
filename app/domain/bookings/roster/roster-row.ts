/** A row of the roster as it is read, and who reads it. */
import type { Role } from '#app/domain/scope/permissions.ts'
import type { Formats } from '#app/values/formats.ts'
import type { Instant } from '#app/values/instant.ts'
import type { LocalDate } from '#app/values/zone.ts'

export type DeskReader = Formats & {
  role: Role
  now: Instant
  /** May read what an injury is; others see that there is one. */
  medical: boolean
  /** May see fees. */
  fees: boolean
}

/** One row of a class as it is read. */
export type RosterRow = {
  bookingId: string
  personId: string
  name: string
  /** What is kept of their photo; empty is none. */
  photo: string
  state: string
  position: number | null
  createdAt: Instant
  promotedAt: Instant | null
  /** Somebody who waits is offered a place until then. */
  offeredUntil?: Instant | null
  endedAt: Instant | null
  skippedReason: string | null
  lotName: string | null
  lotLeft: number | null
  planName: string | null
  /** The course whose enrolment or make-up pays. */
  courseName?: string | null
  byMakeUp?: number
  /** Of the membership that pays. */
  membershipState: string | null
  birthDate: LocalDate | null
  /** The first class this person ever has a place in. */
  first: number
  /** The numbered place; empty where there is none. */
  spot?: string
  /** Who brings this guest. */
  hostName?: string | null
  checkedInAt: Instant | null
  /** What stands out about the person: `injury …`, `red …` and `yellow …`, a line each. */
  notes: string | null
  /** They must not be in published photos. */
  noPhotos?: number
  /** They have not signed what booking asks for. */
  unsigned?: number
  /** Of a child, whom to call: JSON of `{ name, phone }`. */
  guardian?: string | null
  feeMinor: number | null
  feeState: string | null
  feeDueAt: Instant | null
}
