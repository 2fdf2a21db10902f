/** Classes somebody new could try: soon, open to all, and with places now. */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { bookedCountSql, firstInLineCountSql } from '#app/domain/places/booking-sql.server.ts'
import { onlinePlacesSql } from '#app/domain/places/shared-equipment-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addMinutes, type Instant } from '#app/values/instant.ts'
import type { LocalDateTime } from '#app/values/zone.ts'

export type TrialClass = {
  id: string
  typeId: string
  title: string
  discipline: string
  localStart: LocalDateTime
  startsAt: Instant
}

/** Looked ahead no further than this. */
const aheadMinutes = 14 * 24 * 60

/** Classes that are read at most: a studio's next days. */
const most = 150

const openToAll = ({ studio, now }: StudioContext): SQL => sql`
  o.studio_id = ${studio.id} AND o.starts_at > ${addMinutes(now, 30)}
  AND o.starts_at < ${addMinutes(now, aheadMinutes)} AND o.kind = 'class'
  AND o.state = 'scheduled' AND class_type.minimum_level_id IS NULL`

/** The next classes without a level, soonest first, without their places. */
export function trialClassesStatement(
  ctx: StudioContext,
  { typeIds, limit = most }: { typeIds?: readonly string[]; limit?: number } = {},
): Statement<TrialClass[]> {
  return ctx.db.all<TrialClass>(sql`
    SELECT o.id, o.class_type_id AS typeId, class_type.name AS title,
      discipline.name AS discipline, o.local_start AS localStart, o.starts_at AS startsAt
    FROM occurrences AS o
    JOIN class_types AS class_type ON class_type.id = o.class_type_id
    JOIN disciplines AS discipline ON discipline.id = class_type.discipline_id
    WHERE ${openToAll(ctx)} AND ${
      typeIds
        ? sql`o.class_type_id IN (SELECT value FROM json_each(${JSON.stringify(typeIds)}))`
        : sql`1`
    }
    ORDER BY o.starts_at, o.id LIMIT ${limit}`)
}

/** How many places each of some classes has for someone new, now. */
export function placesOfStatement(
  { db, studio }: StudioContext,
  ids: readonly string[],
): Statement<{ id: string; places: number }[]> {
  return db.all<{ id: string; places: number }>(sql`
    SELECT o.id, max(0, ${onlinePlacesSql} - ${bookedCountSql}
      - ${firstInLineCountSql}) AS places
    FROM occurrences AS o
    WHERE +o.studio_id = ${studio.id}
      AND o.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
}

/** Whether a class is still one that somebody new may try. */
export async function isTrialClass(
  ctx: StudioContext,
  occurrenceId: string,
  typeIds: readonly string[],
): Promise<boolean> {
  const found = await ctx.db.all(sql`
    SELECT o.id FROM occurrences AS o
    JOIN class_types AS class_type ON class_type.id = o.class_type_id
    WHERE o.id = ${occurrenceId} AND ${openToAll(ctx)}
      AND o.class_type_id IN (SELECT value FROM json_each(${JSON.stringify(typeIds)}))`)
  return found.length > 0
}
