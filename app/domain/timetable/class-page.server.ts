import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { availabilityOf } from '#app/domain/bookings/availability/availability.ts'
import type { MyBooking } from '#app/domain/bookings/availability/bookable-occurrence.ts'
import {
  bookingFactStatements,
  toFacts,
} from '#app/domain/bookings/availability/booking-facts.server.ts'
import { spotMapOf } from '#app/domain/bookings/availability/spot-map.ts'
import {
  membershipUsesStatement,
  myBookingsBetweenStatement,
  weeksAround,
} from '#app/domain/bookings/booking-queries.server.ts'
import { lostBeforeStatement } from '#app/domain/bookings/cancelling/lost-before.server.ts'
import { everyWords } from '#app/domain/bookings/standing-places/standing-place-words.ts'
import { offerStatements, toOffer } from '#app/domain/events/event-page.server.ts'
import { seatedSql } from '#app/domain/places/booking-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { addDays, localDate } from '#app/values/zone.ts'
import type { ClassDetail, ClassListing } from './class-listing.ts'
import {
  type ListingRow,
  listingsStatement,
  noViewer,
  toListing,
  toListings,
  withPlaces,
} from './listing-queries.server.ts'

type PageViewer = {
  personId: string | null
  name: string
  email: string
  timeZone: string | null
} | null

/** Other dates are looked for this many days ahead. */
const ahead = 28

/**
 * Everything the page of a class and its confirm page show, in one batch: the class with where the
 * viewer stands, and dates of the same discipline that could do instead. Null where the studio has
 * no such class.
 */
export async function classPage(ctx: StudioContext, viewer: PageViewer, occurrenceId: string) {
  const { db, studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  const range = { from: today, until: addDays(today, ahead) }
  const personId = viewer?.personId ?? null
  const common = {
    occurrence: listingsStatement(ctx, sql`o.id = ${occurrenceId}`),
    detail: detailStatement(ctx, occurrenceId),
    siblings: siblingsStatement(ctx, occurrenceId, range),
    ...offerStatements(ctx, occurrenceId, personId ?? ''),
    ...shellStatements(ctx, viewer),
  }
  const answer = personId
    ? await batch(db, {
        ...bookingFactStatements(ctx, personId, occurrenceId),
        ...common,
        siblingUses: membershipUsesStatement(
          ctx,
          sql`(${personId})`,
          weeksAround(range.from, range.until),
        ),
        siblingsOfMine: myBookingsBetweenStatement(ctx, personId, range),
        taken: takenSpotsStatement(ctx, occurrenceId),
        lost: lostBeforeStatement(ctx, personId, occurrenceId),
      })
    : {
        ...(await batch(db, common)),
        ...noViewer,
        others: [],
        person: [],
        limits: [],
        siblingUses: [],
        siblingsOfMine: [],
        taken: [],
        lost: [],
      }

  const [row, found] = [answer.occurrence[0], answer.detail[0]]
  if (!row || !found) return null
  const read = personId
    ? toFacts(ctx, personId, { ...answer, occurrence: answer.occurrence })
    : null
  // What the listing counts of the course, the facts of a booking do not need.
  const facts = read && { ...read, occurrence: withPlaces(row) }
  const nobody = {
    mine: null,
    held: { memberships: [], lots: [] },
    levels: {},
    others: [],
    now,
    signedIn: false,
  }
  const listing = toListing(
    row,
    availabilityOf(facts ?? { ...nobody, occurrence: withPlaces(row) }),
  )
  const brought = { ...answer, uses: answer.siblingUses, mine: answer.siblingsOfMine }
  return {
    today,
    listing,
    detail: detailOf(row, found, studio.locale),
    /** What an event sells; null for everything else. */
    eventOffer: toOffer(answer),
    instead: insteadOf(listing, toListings(ctx, answer.siblings, brought, personId)),
    ownZone: viewer?.timeZone && viewer.timeZone !== studio.timeZone ? viewer.timeZone : null,
    signedIn: personId !== null,
    /** What earlier late cancels of this class cost the viewer. */
    lostBefore: answer.lost[0] ?? { credits: 0, feeMinor: 0 },
    ...spotsOf(found, answer),
    shell: toShell(answer, viewer),
  }
}

export type ClassPage = NonNullable<Awaited<ReturnType<typeof classPage>>>

const takenSpotsStatement = ({ db, studio }: StudioContext, occurrenceId: string) =>
  db.all<{ spot: string }>(sql`
    SELECT b.spot FROM bookings AS b
    WHERE b.studio_id = ${studio.id} AND b.occurrence_id = ${occurrenceId} AND b.spot <> ''
      AND ${seatedSql('b')}`)

/** The map of the room, and the place the person has there. */
function spotsOf(
  room: Pick<DetailRow, 'spots' | 'columns'>,
  { taken, mine }: { taken: { spot: string }[]; mine: MyBooking[] },
) {
  const own = mine[0]
  const spot = own?.state === 'booked' ? (own.spot ?? '') : ''
  return {
    mySpot: spot,
    spots: spotMapOf(
      room,
      taken.map((row) => row.spot),
      spot,
    ),
  }
}

type DetailRow = {
  firstStart: string | null
  rrule: string | null
  guestLimit: number
  spots: string
  columns: number
  description: string
  discipline: string
  location: string
  cover: string
  dropInMinor: number | null
}

function detailStatement(
  { db, studio }: StudioContext,
  occurrenceId: string,
): Statement<DetailRow[]> {
  return db.all<DetailRow>(sql`
    SELECT series.first_start AS firstStart, series.rrule, room.spots, room.spot_columns AS columns,
      iif(o.kind = 'class' AND class_type.minimum_level_id IS NULL,
        (SELECT policy.guest_limit FROM policies AS policy WHERE policy.id = o.policy_id),
        0) AS guestLimit,
      class_type.description, class_type.cover, class_type.drop_in_minor AS dropInMinor,
      discipline.name AS discipline,
      CASE place.address WHEN '' THEN place.name
        ELSE place.name || ', ' || place.address END AS location
    FROM occurrences AS o
    JOIN class_types AS class_type ON class_type.id = o.class_type_id
    JOIN disciplines AS discipline ON discipline.id = class_type.discipline_id
    LEFT JOIN series ON o.kind = 'class' AND series.id = o.series_id AND series.rrule <> ''
      AND series.ended_at IS NULL
    JOIN rooms AS room ON room.id = o.room_id
    JOIN locations AS place ON place.id = room.location_id
    WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId}`)
}

/** Classes of the same discipline ahead, without the class itself. */
function siblingsStatement(
  ctx: StudioContext,
  occurrenceId: string,
  range: { from: string; until: string },
) {
  const sameDiscipline: SQL = sql`class_type.discipline_id = (
    SELECT shown_type.discipline_id FROM occurrences AS shown
    JOIN class_types AS shown_type ON shown_type.id = shown.class_type_id
    WHERE shown.studio_id = ${ctx.studio.id} AND shown.id = ${occurrenceId})`
  return listingsStatement(
    ctx,
    sql`o.local_start >= ${range.from} AND o.local_start < ${range.until}
      AND o.starts_at > ${ctx.now}
      AND o.id <> ${occurrenceId} AND o.state = 'scheduled' AND ${sameDiscipline}`,
    40,
  )
}

function detailOf(row: ListingRow, more: DetailRow, locale: string): ClassDetail {
  const { description, discipline, location, cover, dropInMinor, firstStart, rrule } = more
  const {
    coachName,
    capacity,
    booked,
    waiting,
    startsAt,
    cutoffAt,
    creditCutoffAt,
    feeCutoffAt,
    opensAt,
    closesAt,
    waitlistClosesAt,
    waitlistLimit,
  } = row
  return {
    description,
    discipline,
    location,
    cover,
    dropInMinor,
    coachName,
    capacity,
    booked,
    waiting,
    startsAt,
    cutoffAt,
    creditCutoffAt,
    feeCutoffAt,
    opensAt,
    closesAt,
    waitlistClosesAt,
    waitlistLimit,
    guestLimit: more.guestLimit,
    every: firstStart && rrule ? everyWords({ firstStart, rrule }, locale) : null,
    lateLosesCredit: row.lateLosesCredit === 1,
    lateFeeMinor: row.lateFeeMinor,
    noShowFeeMinor: row.noShowFeeMinor,
    noShowBoth: row.noShowBoth === 1,
  }
}

/** Up to four dates of the same class; for a level not held yet, of classes that ask for less. */
function insteadOf(listing: ClassListing, siblings: readonly ClassListing[]): ClassListing[] {
  const open = siblings.filter(
    ({ availability: { kind } }) =>
      kind === 'bookable' || kind === 'waitlist' || kind === 'sign_in',
  )
  const same = open.filter(({ classTypeId }) => classTypeId === listing.classTypeId)
  const { availability } = listing
  const locked = availability.kind === 'refused' && availability.reason === 'level_locked'
  return (locked ? open : same).slice(0, 4)
}
