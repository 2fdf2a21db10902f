/**
 * Conditions under which a coach or a room is free, asked at the moment of writing: classes, sessions, events and
 * appointments are rows of one table, so nothing can be booked over the divide between them.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'

type Span = { from: Instant; until: Instant }

/** Rows near the span that stand at `now`; bounded so that the index by start serves: nothing lasts a day. */
function standingRows({ studio, now }: StudioContext, { from, until }: Span, except: string): SQL {
  return sql`SELECT 1 FROM occurrences AS x WHERE x.studio_id = ${studio.id}
    AND x.starts_at > strftime('%Y-%m-%dT%H:%M:%SZ', ${from}, '-1 day')
    AND x.starts_at < strftime('%Y-%m-%dT%H:%M:%SZ', ${until}, '+1 day') AND x.id <> ${except}
    AND (x.state = 'scheduled' OR (x.state = 'held' AND x.held_until > ${now}))`
}

/**
 * The coach is not bound by anything else within the span, nor out by a block; `from` and `until` include the buffers of what is to be
 * written, and the buffers of what stands count too. `except` is a row that does not count.
 */
export function coachFreeSql(
  ctx: StudioContext,
  coachId: string | SQL,
  span: Span,
  except = '',
): SQL {
  return sql`NOT EXISTS (${standingRows(ctx, span, except)} AND x.coach_id = ${coachId}
    AND coalesce(x.busy_from, x.starts_at) < ${span.until} AND coalesce(x.busy_until, x.ends_at) > ${span.from})
    AND ${notBlockedSql(ctx, sql`y.coach_id = ${coachId}`, span)}`
}

/** No block of the coach or room lies over the span. */
function notBlockedSql({ studio }: StudioContext, whose: SQL, { from, until }: Span): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM blocks AS y WHERE y.studio_id = ${studio.id} AND y.ends_at > ${from}
    AND y.starts_at < ${until} AND ${whose})`
}

/** Nothing else is in the room within the span, and no block is over it. Buffers bind the coach and not the room. */
export function roomFreeSql(ctx: StudioContext, roomId: string, span: Span, except = ''): SQL {
  return sql`NOT EXISTS (${standingRows(ctx, span, except)} AND x.room_id = ${roomId}
    AND x.starts_at < ${span.until} AND x.ends_at > ${span.from})
    AND ${notBlockedSql(ctx, sql`y.room_id = ${roomId}`, span)}`
}
