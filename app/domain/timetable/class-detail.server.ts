import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { comingNamesSql } from '#app/domain/bookings/coming-sql.server.ts'
import { firstUnsignedSql } from '#app/domain/documents/unsigned-sql.server.ts'
import { taughtFlowSql } from '#app/domain/flows/classes/class-flow-sql.server.ts'
import { seatedSql } from '#app/domain/places/booking-sql.server.ts'
import type { Needs } from '#app/domain/places/needs.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { studioLets } from '#app/domain/scope/portal-rules.ts'
import { taughtSql } from '#app/domain/workouts/classes/class-workout-sql.server.ts'

export type DetailRow = {
  firstStart: string | null
  rrule: string | null
  guestLimit: number
  spots: string
  columns: number
  /** Labels of spots that somebody has, as a list in JSON; empty for nobody in particular. */
  taken: string
  /** The viewer stands among the studio's people: 1, or 2 where they try it out. */
  known: number | null
  /** What they have to sign before they book, as `toUnsigned` reads it. */
  unsigned?: string | null
  /** What others who have a place are called, in JSON (`comingNamesSql`); null for none. */
  coming?: string | null
  /** Somebody in the studio shows their name. */
  named?: number | null
  description: string
  discipline: string
  location: string
  cover: string
  dropInMinor: number | null
  /** What is trained in it, once members see it (`taughtOf`); null for none. */
  workout: string | null
  /** What it is taught from (`taughtFlowOf`); null for none. */
  flow?: string | null
  /** Where it is held online; empty or null for in the room only. */
  online?: string | null
  /** There is any of the three. */
  teaches: number | null
}

/** What the page of a class shows of it beside what every list does. */
export function detailStatement(
  ctx: StudioContext,
  occurrenceId: string,
  personId: string | null,
  needs: Needs,
): Statement<DetailRow[]> {
  const { db, studio } = ctx
  return db.all<DetailRow>(sql`
    SELECT ${personId ? viewerColumns(ctx, personId, needs) : sql`'[]' taken,0 known`},
      ${studioLets(ctx.studio, 'see_names') ? namedSql : sql`0`} named,
      series.first_start firstStart,series.rrule,room.spots,room.spot_columns columns,
      iif(o.kind='class' AND type.minimum_level_id IS NULL,
        (SELECT guest_limit FROM policies WHERE id=o.policy_id),
        0) guestLimit,
      type.description,type.cover,type.drop_in_minor dropInMinor,
      (SELECT name FROM disciplines WHERE id=discipline_id) discipline,
      ${teachesSql} teaches, ${needs.teaching ? teachingColumns(ctx) : sql`NULL workout`},
      place.name||iif(place.address='','',', '||place.address) location
    FROM occurrences o JOIN class_types type ON type.id=o.class_type_id
    LEFT JOIN series ON o.kind='class' AND series.id=o.series_id AND rrule<>''
      AND series.ended_at IS NULL
    JOIN rooms room ON room.id=o.room_id
    JOIN locations place ON place.id=location_id
    WHERE o.studio_id=${studio.id} AND o.id=${occurrenceId}`)
}

/** Something is planned for the class, or it has a link online. */
const teachesSql = sql`(SELECT 1 FROM class_flows WHERE studio_id=o.studio_id
AND occurrence_id=o.id UNION SELECT 1 FROM class_workouts WHERE studio_id=o.studio_id
AND occurrence_id=o.id UNION SELECT 1 FROM series WHERE id=o.series_id AND online_url<>'')`

const teachingColumns = (ctx: StudioContext) => sql`(${taughtSql(ctx)}) AS workout,
  (${taughtFlowSql}) AS flow,
  (SELECT online_url FROM series WHERE id = o.series_id) AS online`

/** Read for everyone, so that what a class needs is the same no matter who looks at it. */
const namedSql = sql`(SELECT 1 FROM people WHERE studio_id=o.studio_id AND shows_name=1)`

/** What is the viewer's own about it, as far as the class has to do with it. */
function viewerColumns(ctx: StudioContext, personId: string, { documents, names }: Needs) {
  const from = sql`FROM people AS viewer
    WHERE viewer.studio_id = o.studio_id AND viewer.id = ${personId}`
  const columns = [
    sql`(SELECT json_group_array(spot) FROM bookings b
      WHERE b.studio_id=o.studio_id AND b.occurrence_id=o.id AND spot <> ''
        AND ${seatedSql('b')}) taken`,
    sql`(SELECT 1+prospect FROM people WHERE studio_id=o.studio_id AND id=${personId}) known`,
  ]
  if (documents) columns.push(sql`(SELECT ${firstUnsignedSql(ctx, 'viewer')} ${from}) AS unsigned`)
  // A child reads nobody's name, and their guardian not in their place.
  if (names && !ctx.guardianId && studioLets(ctx.studio, 'see_names')) {
    columns.push(sql`(SELECT nullif(${comingNamesSql(ctx, 'viewer')}, '[]') ${from}) AS coming`)
  }
  return sql.join(columns, sql`, `)
}
