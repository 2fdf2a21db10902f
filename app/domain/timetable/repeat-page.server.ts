import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { availabilityOf } from '#app/domain/bookings/availability/availability.ts'
import { othersAheadStatement } from '#app/domain/bookings/booking-queries.server.ts'
import { mostDates } from '#app/domain/bookings/standing-places/book-repeating.server.ts'
import { standingPlacesStatement } from '#app/domain/bookings/standing-places/standing-place-queries.server.ts'
import { everyWords } from '#app/domain/bookings/standing-places/standing-place-words.ts'
import { toHeld } from '#app/domain/entitlements/entitlement-queries.server.ts'
import { aheadDays } from '#app/domain/scheduling/series/expand-series.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { toHeldSkills } from '#app/domain/skills/held-skills.server.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { newId } from '#app/values/id.ts'
import { addDays, localDate } from '#app/values/zone.ts'
import type { ClassListing } from './class-listing.ts'
import {
  type ListingRow,
  listingsOfStatement,
  toListing,
  viewerStatements,
  withPlaces,
} from './listing-queries.server.ts'

/**
 * The dates of a class's series that are ahead, in one batch, each with where the person stands
 * once the dates before it are booked: what pays for one is used up for the next. Null where the
 * studio has no such class, or it does not repeat.
 */
export async function repeatPage(
  ctx: MemberContext,
  viewer: { personId: string; name: string; email: string },
  occurrenceId: string,
) {
  const { db, studio, now } = ctx
  const { personId } = viewer
  const today = localDate(now, studio.timeZone)
  const range = { from: today, until: addDays(today, aheadDays + 1) }
  const ofSeries = sql`(SELECT shown.series_id FROM occurrences AS shown
    WHERE shown.studio_id = ${studio.id} AND shown.id = ${occurrenceId})`
  const answer = await batch(db, {
    series: db.all<{
      id: string
      title: string
      firstStart: string
      rrule: string
      ended: number
    }>(sql`
      SELECT series.id, class_type.name AS title, series.first_start AS firstStart, series.rrule,
        series.ended_at IS NOT NULL AS ended
      FROM occurrences AS o JOIN series ON series.id = o.series_id AND series.rrule <> ''
      JOIN class_types AS class_type ON class_type.id = series.class_type_id
      WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId} AND o.kind = 'class'
        AND o.state <> 'draft'`),
    rows: listingsOfStatement(
      ctx,
      sql`SELECT ahead.id FROM occurrences AS ahead
        WHERE ahead.studio_id = ${studio.id} AND ahead.series_id = ${ofSeries}
          AND ahead.starts_at > ${now}`,
      sql`o.state = 'scheduled' AND o.local_start < ${range.until}`,
      60,
    ),
    others: othersAheadStatement(ctx, personId),
    places: standingPlacesStatement(ctx, personId),
    ...viewerStatements(ctx, personId, range),
    ...shellStatements(ctx, viewer),
  })
  const [series] = answer.series
  if (!series) return null
  return {
    today,
    key: newId(),
    id: occurrenceId,
    title: series.title,
    every: everyWords(series, studio.locale),
    dates: inTurn(ctx, answer, personId),
    /** How this series is kept for the person already. */
    kept: answer.places.find(({ seriesId }) => seriesId === series.id)?.kind ?? null,
    canGoOn: series.ended === 0,
    most: mostDates,
    shell: toShell(answer, viewer),
  }
}

type Answer = Parameters<typeof toHeld>[1] & {
  rows: readonly ListingRow[]
} & Pick<Parameters<typeof availabilityOf>[0], 'others'> & {
    mine: readonly (NonNullable<Parameters<typeof availabilityOf>[0]['mine']> & {
      occurrenceId: string
    })[]
    levels: readonly { disciplineId: string; name: string; rung: number; lapsesOn: string | null }[]
    skills?: Parameters<typeof toHeldSkills>[0]
    limits?: readonly (NonNullable<Parameters<typeof availabilityOf>[0]['limits']> & {
      occurrenceId: string
    })[]
  }

/** Each date as it stands once those before it are booked. */
function inTurn(ctx: MemberContext, answer: Answer, personId: string): ClassListing[] {
  const levels = Object.fromEntries(
    answer.levels.map(({ disciplineId, ...level }) => [disciplineId, level]),
  )
  const skills = toHeldSkills(answer.skills ?? [])
  const own = new Map(answer.mine.map((row) => [row.occurrenceId, row]))
  const limits = new Map((answer.limits ?? []).map((row) => [row.occurrenceId, row]))
  let { lots, uses } = answer
  return answer.rows.map((row) => {
    const availability = availabilityOf({
      occurrence: withPlaces(row),
      mine: own.get(row.id) ?? null,
      held: toHeld(personId, { ...answer, lots, uses }),
      levels,
      skills,
      others: answer.others,
      limits: limits.get(row.id),
      now: ctx.now,
      signedIn: true,
    })
    if (availability.kind === 'bookable') {
      const { kind, id } = availability.pays
      if (kind === 'lot')
        lots = lots.map((lot) => (lot.id === id ? { ...lot, left: lot.left - 1 } : lot))
      if (kind === 'membership')
        uses = [...uses, { personId, membershipId: id, usedOn: row.localStart.slice(0, 10) }]
    }
    return toListing(row, availability)
  })
}
