import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { toldClosuresStatement } from '#app/domain/calendar/closed-days.server.ts'
import { closedAhead, closedWords } from '#app/domain/calendar/closed-words.ts'
import { locationStatement } from '#app/domain/facilities/facility-queries.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { addDays, localDateTime } from '#app/values/zone.ts'
import {
  listingsStatement,
  noViewer,
  toListings,
  viewerStatements,
} from './listing-queries.server.ts'

type PageViewer = { personId: string | null; name: string; email: string } | null

/** Classes ahead that the page shows, and how many days it looks for them. */
const shown = 6
const ahead = 8

/**
 * A location as everybody sees it, in one batch: where it is, its hours, its rooms and its next
 * classes; null where the studio has none such.
 */
export async function locationPage(ctx: StudioContext, viewer: PageViewer, locationId: string) {
  const { db, studio, now } = ctx
  const wall = localDateTime(now, studio.timeZone)
  const today = wall.slice(0, 10)
  const range = { from: today, until: addDays(today, ahead) }
  const personId = viewer?.personId ?? null
  const common = {
    location: locationStatement(ctx, locationId),
    rooms: db.all<{ name: string; capacity: number }>(sql`
      SELECT name, capacity FROM rooms
      WHERE studio_id = ${studio.id} AND location_id = ${locationId} ORDER BY name LIMIT 50`),
    others: db.all<{ id: string; name: string }>(sql`
      SELECT id, name FROM locations WHERE studio_id = ${studio.id} AND id <> ${locationId}
      ORDER BY name LIMIT 50`),
    coming: listingsStatement(
      ctx,
      sql`o.local_start >= ${wall} AND o.local_start < ${range.until} AND o.closes_at >= ${now}
        AND o.state = 'scheduled' AND room.location_id = ${locationId}`,
      shown,
    ),
    closures: toldClosuresStatement(ctx, { from: today, until: addDays(today, closedAhead) }),
    ...shellStatements(ctx, viewer),
  }
  const answer = personId
    ? await batch(db, { ...common, ...viewerStatements(ctx, personId, range) })
    : { ...(await batch(db, common)), ...noViewer }
  const [location] = answer.location
  if (!location) return null
  return {
    today,
    location,
    rooms: answer.rooms,
    others: answer.others,
    coming: toListings(ctx, answer.coming, answer, personId),
    /** Days on which the studio or this location does not open, a sentence each. */
    closed: answer.closures
      .filter((closure) => closure.location === null || closure.location === location.name)
      .map((closure) => closedWords(closure, studio.locale)),
    shell: toShell(answer, viewer),
  }
}
