import { type SQL, sql } from 'drizzle-orm'
import { calledSql } from '#app/domain/people/called-sql.server.ts'
import { minorSql } from '#app/domain/people/minor-sql.server.ts'
import { seatedSql } from '#app/domain/places/booking-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/**
 * What those who have a place in class `o` are called, as a list in JSON: adults with an account who
 * show their name, without the `viewer` themselves (an alias of people). Who shows no name is given
 * as many empty ones: how many there are, and not who. An expression.
 */
export const comingNamesSql = (
  ctx: Pick<StudioContext, 'studio' | 'now'>,
  viewer: string,
): SQL => sql`(
  SELECT json_group_array(iif(${sql.raw(viewer)}.shows_name = 1,
    ${calledSql('shown')}, ''))
  FROM bookings AS place JOIN people AS shown ON shown.id = place.person_id
  WHERE place.studio_id = o.studio_id AND place.occurrence_id = o.id AND ${seatedSql('place')}
    AND shown.shows_name = 1 AND shown.id <> ${sql.raw(viewer)}.id AND shown.user_id IS NOT NULL
    AND shown.archived_at IS NULL AND NOT ${minorSql(ctx, 'shown')})`
