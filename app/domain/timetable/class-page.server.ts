import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { availabilityOf } from '#app/domain/bookings/availability/availability.ts'
import type { MyBooking } from '#app/domain/bookings/availability/bookable-occurrence.ts'
import { bookingFactStatements } from '#app/domain/bookings/availability/booking-facts.server.ts'
import {
  heldLevelsStatement,
  toLevels,
} from '#app/domain/bookings/availability/held-levels.server.ts'
import { spotMapOf } from '#app/domain/bookings/availability/spot-map.ts'
import {
  daysAround,
  daysAroundClassSql,
  membershipsWithUsesStatement,
  myBookingsBetweenStatement,
  usesOf,
} from '#app/domain/bookings/booking-queries.server.ts'
import { lostBeforeStatement } from '#app/domain/bookings/cancelling/lost-before.server.ts'
import { everyWords } from '#app/domain/bookings/standing-places/standing-place-words.ts'
import { toUnsigned } from '#app/domain/documents/unsigned.ts'
import {
  entitlementsStatements,
  toHeld,
} from '#app/domain/entitlements/entitlement-queries.server.ts'
import { offerStatements, toOffer } from '#app/domain/events/event-page.server.ts'
import { taughtFlowOf } from '#app/domain/flows/classes/class-flow-sql.server.ts'
import { type Needs, readLean } from '#app/domain/places/needs.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { heldSkillsStatement, toHeldSkills } from '#app/domain/skills/held-skills.server.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { taughtOf } from '#app/domain/workouts/classes/class-workout-sql.server.ts'
import { addDays, localDate } from '#app/values/zone.ts'
import { type DetailRow, detailStatement } from './class-detail.server.ts'
import { type ClassDetail, type ClassListing, placesTold } from './class-listing.ts'
import { toComing } from './coming-words.ts'
import {
  type ListingRow,
  listingsOfStatement,
  noViewer,
  toListing,
  toListings,
  withPlaces,
} from './listing-queries.server.ts'
import { onlineOf } from './online-link.ts'

type PageViewer = {
  personId: string | null
  name: string
  email: string
  timeZone: string | null
} | null

/** Other dates are looked for this many days ahead, and among so many classes. */
const ahead = 28
const siblingsAtMost = 40

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
  const read = async (needs: Needs) => {
    const offer = offerStatements(ctx, occurrenceId, personId ?? '')
    const common = {
      rows: listingsOfStatement(
        ctx,
        withSiblingsSql(ctx, occurrenceId, range),
        sql`1`,
        1 + siblingsAtMost,
        needs,
      ),
      detail: detailStatement(ctx, occurrenceId, personId, needs),
      event: needs.events ? offer.event : null,
      ticketTypes: needs.events ? offer.ticketTypes : null,
      myOrders: needs.events && personId ? offer.myOrders : null,
      ...shellStatements(ctx, viewer),
    }
    if (!personId) return { ...(await batch(db, common)), ...noViewer, others: [], lost: [] }
    const { others, limits } = bookingFactStatements(ctx, personId, occurrenceId)
    const skills = heldSkillsStatement(ctx, personId)
    const { lots, makeUps } = entitlementsStatements(ctx, personId)
    const answer = await batch(db, {
      ...common,
      memberships: membershipsWithUsesStatement(
        ctx,
        personId,
        weeksWith(daysAroundClassSql(studio.id, occurrenceId), daysAround(range.from, range.until)),
      ),
      lots,
      makeUps: needs.courses ? makeUps : null,
      levels: heldLevelsStatement(ctx, personId),
      mine: myBookingsBetweenStatement(ctx, personId, range, occurrenceId),
      others,
      // Nothing is told of limits but of the class itself.
      limits: needs.limits ? limits : null,
      skills: needs.skills ? skills : null,
      lost: lostBeforeStatement(ctx, personId, occurrenceId),
    })
    return { ...answer, uses: usesOf(answer.memberships) }
  }
  const answer = await readLean(ctx, occurrenceId, read, ({ rows, detail }) =>
    rows.map((row) => ({
      ...row,
      showsNames: detail[0]?.named ?? 0,
      teaches: detail[0]?.teaches ?? 0,
    })),
  )

  const asked = answer.rows.find(({ id }) => id === occurrenceId)
  const found = answer.detail[0]
  if (!asked || !found) return null
  const trial = found.known === 2
  const row = trial ? { ...asked, ...noFees } : asked
  const mine = answer.mine.findLast((one) => one.occurrenceId === occurrenceId) ?? null
  const own = mine && trial ? { ...mine, feeMinor: 0 } : mine
  const listing = toListing(
    row,
    availabilityOf(
      personId && found.known
        ? {
            occurrence: withPlaces(row),
            mine: own,
            held: toHeld(personId, answer),
            levels: toLevels(answer.levels),
            skills: toHeldSkills(answer.skills ?? []),
            others: answer.others,
            limits: answer.limits?.[0],
            unsigned: toUnsigned(found.unsigned ?? null, { guardianId: ctx.guardianId, personId }),
            now,
            signedIn: true,
          }
        : { ...nobody, occurrence: withPlaces(row), now },
    ),
  )
  const siblings = toListings(
    ctx,
    answer.rows.filter(({ id }) => id !== occurrenceId),
    answer,
    personId,
  )
  return {
    today,
    listing,
    detail: detailOf(row, found, studio.locale),
    /** What an event sells; null for everything else. */
    eventOffer: toOffer(ctx, answer),
    instead: insteadOf(listing, siblings),
    ownZone: viewer?.timeZone && viewer.timeZone !== studio.timeZone ? viewer.timeZone : null,
    signedIn: personId !== null,
    /** Others in the class who show their name; null where there are none. */
    coming: found.coming ? toComing(JSON.parse(found.coming)) : null,
    /** What is trained in it; null until it is set and published. */
    workout: taughtOf(found.workout),
    /** What it is taught from; null where nothing is chosen, or a draft is. */
    flow: taughtFlowOf(found.flow ?? null),
    online: onlineOf(row, found.online ?? null, own, now),
    /** What earlier late cancels of this class cost the viewer. */
    lostBefore: answer.lost[0] ?? { credits: 0, feeMinor: 0 },
    ...spotsOf(found, own),
    shell: toShell(answer, viewer),
  }
}

const nobody = {
  mine: null,
  held: { memberships: [], lots: [] },
  levels: {},
  others: [],
  signedIn: false,
}

/** A trial that is cancelled late or missed costs no fee (`lateFeeSql`). */
const noFees = { lateFeeMinor: 0, noShowFeeMinor: 0 }

export type ClassPage = NonNullable<Awaited<ReturnType<typeof classPage>>>

/** The map of the room, and the place the person has there. */
function spotsOf(room: Pick<DetailRow, 'spots' | 'columns' | 'taken'>, own: MyBooking | null) {
  const spot = own?.state === 'booked' ? (own.spot ?? '') : ''
  return { mySpot: spot, spots: spotMapOf(room, JSON.parse(room.taken), spot) }
}

/** Ids of the class and of classes of the same discipline ahead, soonest first. */
const withSiblingsSql = (
  { studio, now }: StudioContext,
  occurrenceId: string,
  range: { from: string; until: string },
): SQL => sql`
  SELECT ${occurrenceId} UNION ALL SELECT * FROM (
    SELECT kin.id FROM occurrences AS kin
    JOIN class_types AS kin_type ON kin_type.id = kin.class_type_id
    WHERE kin.studio_id = ${studio.id} AND kin.local_start >= ${range.from}
      AND kin.local_start < ${range.until} AND kin.starts_at > ${now}
      AND kin.id <> ${occurrenceId} AND kin.state = 'scheduled'
      AND kin.kind <> 'appointment'
      AND kin_type.discipline_id = (
        SELECT shown_type.discipline_id FROM occurrences AS shown
        JOIN class_types AS shown_type ON shown_type.id = shown.class_type_id
        WHERE shown.studio_id = ${studio.id} AND shown.id = ${occurrenceId})
    ORDER BY kin.local_start, kin_type.name LIMIT ${siblingsAtMost})`

/** Both spans of dates, and what lies between them. */
const weeksWith = (one: DateSpan, other: DateSpan): DateSpan => ({
  from: sql`min(${one.from}, ${other.from})`,
  until: sql`max(${one.until}, ${other.until})`,
})

type DateSpan = { from: SQL; until: SQL }

function detailOf(row: ListingRow, more: DetailRow, locale: string): ClassDetail {
  const { description, discipline, location, cover, dropInMinor, firstStart, rrule } = more
  const {
    coachName,
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
    ...placesTold(row),
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

/**
 * Up to four dates of the same class; for a level not held yet, of classes that ask for less; for a
 * skill that is missing, of classes that teach it, where there are any.
 */
function insteadOf(listing: ClassListing, siblings: readonly ClassListing[]): ClassListing[] {
  const open = siblings.filter(
    ({ availability: { kind } }) =>
      kind === 'bookable' || kind === 'waitlist' || kind === 'sign_in',
  )
  const same = open.filter(({ classTypeId }) => classTypeId === listing.classTypeId)
  const { availability } = listing
  if (availability.kind !== 'refused') return same.slice(0, 4)
  if (availability.reason === 'skill_locked') {
    const { skillId } = availability.facts
    const teaching = open.filter(({ teaches }) => teaches?.includes(skillId))
    return (teaching.length > 0 ? teaching : open).slice(0, 4)
  }
  return (availability.reason === 'level_locked' ? open : same).slice(0, 4)
}
