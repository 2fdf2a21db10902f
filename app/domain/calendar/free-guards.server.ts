/**
 * Conditions under which a coach or a room is free, asked at the moment of writing: classes,
 * sessions, events and appointments are rows of one table, so nothing can be booked over the divide
 * between them.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'

type Span = { from: Instant; until: Instant }

/**
 * Rows near the span that stand at `now`; bounded so that the index by start serves: nothing lasts
 * a day.
 */
function standingRows({ studio, now }: StudioContext, { from, until }: Span, except: string): SQL {
  return sql`SELECT 1 FROM occurrences AS other WHERE other.studio_id = ${studio.id}
    AND other.starts_at > strftime('%Y-%m-%dT%H:%M:%SZ', ${from}, '-1 day')
    AND other.starts_at < strftime('%Y-%m-%dT%H:%M:%SZ', ${until}, '+1 day')
    AND other.id <> ${except}
    AND (other.state = 'scheduled' OR (other.state = 'held' AND other.held_until > ${now}))`
}

/**
 * The coach is not bound by anything else within the span, nor out by a block; `from` and `until`
 * include the buffers of what is to be written, and the buffers of what stands count too. `except`
 * is a row that does not count.
 */
export function coachFreeSql(
  ctx: StudioContext,
  coachId: string | SQL,
  span: Span,
  except = '',
): SQL {
  return sql`NOT EXISTS (${standingRows(ctx, span, except)} AND other.coach_id = ${coachId}
    AND coalesce(other.busy_from, other.starts_at) < ${span.until}
    AND coalesce(other.busy_until, other.ends_at) > ${span.from})
    AND ${notBlockedSql(ctx, sql`block.coach_id = ${coachId}`, span)}`
}

/** No block of the coach or room lies over the span. */
function notBlockedSql({ studio }: StudioContext, whose: SQL, { from, until }: Span): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM blocks AS block
    WHERE block.studio_id = ${studio.id} AND block.ends_at > ${from}
      AND block.starts_at < ${until} AND ${whose})`
}

/**
 * Nothing else is in the room within the span, and no block is over it. Buffers bind the coach and
 * not the room.
 */
export function roomFreeSql(ctx: StudioContext, roomId: string, span: Span, except = ''): SQL {
  return sql`NOT EXISTS (${standingRows(ctx, span, except)} AND other.room_id = ${roomId}
    AND other.starts_at < ${span.until} AND other.ends_at > ${span.from})
    AND ${notBlockedSql(ctx, sql`block.room_id = ${roomId}`, span)}`
}
