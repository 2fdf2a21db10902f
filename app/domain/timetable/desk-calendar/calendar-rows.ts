/** What the calendar is made of, as it comes from the studio's shard. */

import type { OfferingKind } from '#app/db/studio/scheduling.ts'
import type { PlanningCounts } from '#app/domain/planning/planning-tools.ts'
import type { Instant } from '#app/values/instant.ts'
import type { LocalDate, LocalDateTime } from '#app/values/zone.ts'

export type ItemRow = {
  id: string
  kind: OfferingKind
  seriesId: string
  title: string
  shortName: string
  topic: string
  startsAt: Instant
  endsAt: Instant
  localStart: LocalDateTime
  busyFrom: Instant | null
  busyUntil: Instant | null
  roomFrom: Instant
  roomUntil: Instant
  roomId: string
  roomName: string
  coachId: string
  coachName: string
  /** The regular coach whom another stands in for. */
  insteadOf: string | null
  state: 'draft' | 'held' | 'scheduled' | 'cancelled' | 'reconciled'
  capacity: number
  booked: number
  waiting: number
  /** `3 of 6` of a course's sessions. */
  part: string | null
  /** Who comes to an appointment. */
  personName: string | null
  /** A substitute is looked for. */
  seeks: number
}

/** A room or a coach that is out. */
export type OutRow = {
  id: string
  roomId: string | null
  coachId: string | null
  name: string
  startsAt: Instant
  endsAt: Instant
  reason: string
}

export type ClosureRow = {
  name: string
  fromDate: LocalDate
  untilDate: LocalDate
  /** Null is the whole studio. */
  locationId: string | null
  locationName: string | null
}

export type RoomRow = { id: string; name: string; locationId: string }
export type LocationRow = { id: string; name: string }

export type CalendarRows = {
  items: ItemRow[]
  outs: OutRow[]
  closures: ClosureRow[]
  coaches: { id: string; name: string }[]
  rooms: RoomRow[]
  locations: LocationRow[]
  /** Planned changes, and classes that need a substitute. */
  waiting: PlanningCounts
  today: LocalDate
  /** The date that was asked for. */
  date: LocalDate
  /** The first date that is shown, and the one behind the last. */
  from: LocalDate
  until: LocalDate
  /** There is more than was read. */
  cut: boolean
}
