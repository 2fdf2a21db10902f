import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { mostWished } from '#app/domain/bookings/waitlist/join-wish.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { newId } from '#app/values/id.ts'
import { addDays, firstOfWeek, localDate } from '#app/values/zone.ts'
import type { ClassListing } from './class-listing.ts'
import { listingsOfStatement, toListings, viewerStatements } from './listing-queries.server.ts'

/** Days ahead in which dates of the same class are looked for. */
const ahead = 28
/** Classes a choice is offered of. */
const mostOffered = 12

/**
 * What can be waited for together with a full class, in one batch: full classes of the same type in
 * the next four weeks and whatever else is full in its week, each with the list the person would
 * join. Null where the studio has no such class.
 */
export async function wishPage(
  ctx: MemberContext,
  viewer: { personId: string; name: string; email: string },
  occurrenceId: string,
) {
  const { studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  const range = { from: today, until: addDays(today, ahead) }
  // SQLite counts its days from Sunday, which is 0.
  const lastOfWeek = `weekday ${(studio.weekStart + 6) % 7}`
  const first = sql`SELECT shown.class_type_id FROM occurrences AS shown
    WHERE shown.studio_id = ${studio.id} AND shown.id = ${occurrenceId}`
  const answer = await batch(ctx.db, {
    rows: listingsOfStatement(
      ctx,
      sql`SELECT ${occurrenceId} UNION
        SELECT other.id FROM occurrences AS other
        WHERE other.studio_id = ${studio.id} AND other.local_start >= ${range.from}
          AND other.local_start < ${range.until}
          AND other.starts_at > ${now} AND other.state = 'scheduled' AND other.kind = 'class'
          AND (other.class_type_id = (${first}) OR EXISTS (
            SELECT 1 FROM occurrences AS shown
            WHERE shown.studio_id = other.studio_id AND shown.id = ${occurrenceId}
              AND substr(other.local_start, 1, 10)
                >= date(substr(shown.local_start, 1, 10), ${lastOfWeek}, '-6 days')
              AND substr(other.local_start, 1, 10)
                <= date(substr(shown.local_start, 1, 10), ${lastOfWeek})))`,
      sql`1`,
      300,
    ),
    ...viewerStatements(ctx, viewer.personId, range),
    ...shellStatements(ctx, viewer),
  })
  const all = toListings(ctx, answer.rows, answer, viewer.personId)
  const listing = all.find(({ id }) => id === occurrenceId)
  if (!listing) return null
  const wishId = listing.availability.kind === 'waiting' ? listing.availability.wishId : undefined
  return {
    today,
    /** The wish's id, so that a form that is sent twice makes one. */
    formKey: newId(),
    listing,
    others: all
      .filter((other) => other.id !== occurrenceId && canJoin(other))
      .sort(byLikeness(listing, studio))
      .slice(0, mostOffered),
    most: mostWished - 1,
    partOf: wishId
      ? all.filter(({ id, availability }) => id !== occurrenceId && isPartOf(availability, wishId))
      : [],
    shell: toShell(answer, viewer),
  }
}

/**
 * Full and with a list that promotes; one the person waits for on its own can become part of the
 * wish.
 */
function canJoin({ availability }: ClassListing): boolean {
  return (
    availability.kind === 'waitlist' ||
    (availability.kind === 'waiting' && availability.promotes && !availability.wishId)
  )
}

const isPartOf = (availability: ClassListing['availability'], wishId: string) =>
  availability.kind === 'waiting' && availability.wishId === wishId

/** The same class in the same week first, then other dates of it, then the week's other classes. */
function byLikeness({ classTypeId, localStart }: ClassListing, studio: MemberContext['studio']) {
  const weekOf = (start: string) => firstOfWeek(start.slice(0, 10), studio)
  const week = weekOf(localStart)
  const rank = (other: ClassListing) => {
    if (other.classTypeId !== classTypeId) return 2
    return weekOf(other.localStart) === week ? 0 : 1
  }
  return (a: ClassListing, b: ClassListing) =>
    rank(a) - rank(b) || a.localStart.localeCompare(b.localStart)
}
