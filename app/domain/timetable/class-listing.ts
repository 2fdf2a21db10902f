import type { OfferingKind } from '#app/db/studio/scheduling.ts'
import type { Availability } from '#app/domain/bookings/availability/bookable-occurrence.ts'
import type { Instant } from '#app/values/instant.ts'
import type { LocalDateTime } from '#app/values/zone.ts'

/** A dated class as a member's list shows it, with where the viewer stands. */
export type ClassListing = {
  /** Ids of the skills it teaches; left out where no class of the studio asks for skills. */
  teaches?: readonly string[]
  /** The occurrence. */
  id: string
  title: string
  startsAt: Instant
  endsAt: Instant
  localStart: LocalDateTime
  minutes: number
  /** What the coach is called. */
  coach: string
  /** The regular coach while another takes the class. */
  insteadOf: string | null
  room: string
  locationId: string
  /** The location's name, in lists of a studio that has several. */
  place?: string
  kind: OfferingKind
  disciplineId: string
  coachId: string
  classTypeId: string
  /** The class type's sign, as it is stored. */
  look: { icon: string; colour: string }
  /** Lowest level that may book; null is open to all. */
  minimumLevel: { id: string; name: string } | null
  /** What it is taught in, and what makes it easier to take part; left out where nothing is said. */
  language?: string
  access?: readonly string[]
  /** Places nobody has taken or is promised. */
  placesLeft: number
  /** The course or workshop it is a session of. */
  course: {
    id: string
    kind: 'course' | 'workshop'
    dropIns: boolean
    givesMakeUps: boolean
  } | null
  availability: Availability
}

/** What a class is and which rules it has, beside what every list shows. */
export type ClassDetail = {
  description: string
  /** It is a date of a series that goes on, `Every Tuesday 18:30`; null otherwise. */
  every: string | null
  /** Guests a member may bring; 0 is none. */
  guestLimit: number
  /** What is kept of its cover; empty is none. */
  cover: string
  discipline: string
  coachName: string
  location: string
  /** What one place costs at the desk; null where it is not sold singly. */
  dropInMinor: number | null
  /** Places but those in `walkIns`. */
  capacity: number
  /** Places beside these that are free for people who come without booking (`placesTold`). */
  walkIns: number
  booked: number
  waiting: number
  startsAt: Instant
  cutoffAt: Instant
  creditCutoffAt: Instant | null
  feeCutoffAt: Instant | null
  opensAt: Instant
  closesAt: Instant
  waitlistClosesAt: Instant
  waitlistLimit: number
  lateLosesCredit: boolean
  lateFeeMinor: number
  noShowFeeMinor: number
  noShowBoth: boolean
}

/** Says where each class is, in a studio with several `locations`. */
export function withPlace(
  listings: readonly ClassListing[],
  locations: readonly { id: string; name: string }[],
): ClassListing[] {
  if (locations.length < 2) return [...listings]
  const names = new Map(locations.map(({ id, name }) => [id, name]))
  return listings.map((listing) => ({ ...listing, place: names.get(listing.locationId) ?? '' }))
}

/**
 * Places as members are told of them: of `walkIns` beside the `capacity` that can be booked only
 * those that nobody has yet, since people come for them.
 */
export function placesTold({
  capacity,
  walkIns,
  booked,
}: Pick<ClassDetail, 'capacity' | 'walkIns' | 'booked'>): Pick<
  ClassDetail,
  'capacity' | 'walkIns'
> {
  const all = capacity + walkIns
  const kept = Math.min(walkIns, Math.max(0, all - booked))
  return { capacity: all - kept, walkIns: kept }
}
