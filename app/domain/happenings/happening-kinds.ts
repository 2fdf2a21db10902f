import type { Role } from '#app/domain/scope/permissions.ts'
import type { Instant } from '#app/values/instant.ts'
import type { LocalDateTime } from '#app/values/zone.ts'

/** Whom a message about a class is for. */
export const rosterAudiences = ['booked', 'waiting', 'everybody'] as const
export type RosterAudience = (typeof rosterAudiences)[number]

/** A class that is another than it was: at another time, in another room, with another coach. */
export type ChangedOccurrence = {
  id: string
  was: LocalDateTime
  localStart: LocalDateTime
  coachName: string
  roomName: string
}

/**
 * Everything that is recorded as having happened, with what its readers need of that moment. Ids
 * and words only, no money and nothing medical; what still is in other rows is read there.
 */
export type HappeningDetail = {
  /** The studio called a class, a session or an appointment off. */
  'class.cancelled': { why: string; localStart: LocalDateTime }
  /** A cancelled class takes place after all; `cancelledAt` is when its bookings had ended. */
  'class.restored': { cancelledAt: Instant }
  /** Classes of one series, of which `subjectId` is the series, have another time, room or coach. */
  'classes.changed': { classes: ChangedOccurrence[] }
  /** Staff wrote to the people of a class. */
  'roster.written_to': { to: RosterAudience; text: string; mail: boolean }
  /** Staff wrote to many people at once: `subjectId` is the bulk change, done by now. */
  'people.written_to': { text: string }
  /** An event that was on sale is at another time or in another room. */
  'event.moved': Record<string, never>
  'event.cancelled': { why: string }
  /** A course or workshop was cancelled: its enrolments and sessions are ended one by one. */
  'course.cancelled': { why: string; actorRole: Role }
  /** One session of a course is at another time. */
  'session.moved': { courseId: string; was: LocalDateTime; localStart: LocalDateTime }
}

export type HappeningKind = keyof HappeningDetail

/** One row of the log, as its readers have it. */
export type Happening<Kind extends HappeningKind = HappeningKind> = {
  [One in Kind]: {
    id: string
    kind: One
    subjectId: string
    actorId: string
    actorName: string
    detail: HappeningDetail[One]
    at: Instant
    /** The last of its people who was told; null once all are. */
    toldUntil: string | null
  }
}[Kind]
