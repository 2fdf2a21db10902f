/** A series as its change needs it: read before the change, and again behind it. */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { PolicyTimes } from '#app/domain/calendar/occurrence-times.ts'
import { bookedCountSql, liveSql } from '#app/domain/places/booking-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { LocalDate } from '#app/values/zone.ts'
import type { SeriesNow, UpcomingClass } from './plan-series-change.ts'
import { asSeries } from './series-draft.ts'

export type SeriesRow = SeriesNow & {
  classTypeId: string
  title: string
  rrule: string
  exceptDates: string
  version: number
  expandedUntil: LocalDate
  isDraft: number
}

export type ClassRow = UpcomingClass & { booked: number }

type PolicyRow = PolicyTimes & { id: string }

/** Policies by which the limits of classes are counted; no row of another studio's. */
const policyTimesStatement = ({ db, studio }: StudioContext, ids: SQL): Statement<PolicyRow[]> =>
  db.all<PolicyRow>(sql`
    SELECT id, opens_days AS opensDays, closes_minutes AS closesMinutes,
      cancel_minutes AS cancelMinutes,
      fee_minutes AS feeMinutes,
      waitlist_closes_minutes AS waitlistClosesMinutes, blackout_from AS blackoutFrom,
      blackout_until AS blackoutUntil
    FROM policies WHERE studio_id = ${studio.id} AND id IN (${ids})`)

/** Of policy `chosen`: a class's own stays the version it is, another is the newest of its name. */
const chosenSql = ({ studio }: StudioContext, occurrenceId: string, chosen: SQL): SQL => sql`
  SELECT coalesce(
    (SELECT occurrence.policy_id FROM occurrences AS occurrence
      WHERE occurrence.studio_id = ${studio.id} AND occurrence.id = ${occurrenceId}
        AND occurrence.policy_id = ${chosen}),
    (SELECT newest.id FROM policies AS named JOIN policies AS newest
      ON newest.studio_id = named.studio_id AND newest.name = named.name
      WHERE named.studio_id = ${studio.id} AND named.id = ${chosen}
      ORDER BY newest.version DESC LIMIT 1))`

/**
 * The series of a class, every class of it that is still to come, the policies those have (`own`),
 * and the one that the changed ones are to have: `policyId`, or that of the series (`asSeries`).
 */
export function seriesToChangeStatements(
  ctx: StudioContext,
  occurrenceId: string,
  policyId: string,
) {
  const { db, studio, now } = ctx
  const seriesOf = sql`(SELECT occurrence.series_id FROM occurrences AS occurrence
    WHERE occurrence.studio_id = ${studio.id} AND occurrence.id = ${occurrenceId})`
  const chosen =
    policyId === asSeries
      ? sql`(SELECT series.policy_id FROM series WHERE series.id = ${seriesOf})`
      : sql`${policyId}`
  return {
    series: db.all<SeriesRow>(sql`
      SELECT series.id, series.class_type_id AS classTypeId, class_type.name AS title,
        series.first_start AS firstStart, series.time_zone AS timeZone, series.minutes,
        series.room_id AS roomId, series.coach_id AS coachId, series.capacity,
        series.policy_id AS policyId, series.rrule, series.except_dates AS exceptDates,
        series.version, series.expanded_until AS expandedUntil, series.is_draft AS isDraft
      FROM series JOIN class_types AS class_type ON class_type.id = series.class_type_id
      WHERE series.studio_id = ${studio.id} AND series.id = ${seriesOf}`),
    classes: db.all<ClassRow>(sql`
      SELECT o.id, o.recurrence_key AS recurrenceKey, o.local_start AS localStart,
        o.starts_at AS startsAt, o.ends_at AS endsAt, o.room_id AS roomId, o.coach_id AS coachId,
        o.substituted_coach_id AS substitutedCoachId, o.capacity, o.policy_id AS policyId, o.state,
        ${bookedCountSql} AS booked, (SELECT count(*) FROM bookings AS b
          WHERE b.studio_id = o.studio_id AND b.occurrence_id = o.id AND ${liveSql('b')}) AS live
      FROM occurrences AS o
      WHERE o.studio_id = ${studio.id} AND o.series_id = ${seriesOf} AND o.starts_at > ${now}
      ORDER BY o.starts_at LIMIT 600`),
    earlier: db.all<{ n: number }>(sql`
      SELECT count(*) AS n FROM occurrences AS o
      WHERE o.studio_id = ${studio.id} AND o.series_id = ${seriesOf} AND o.recurrence_key < (
        SELECT occurrence.recurrence_key FROM occurrences AS occurrence
        WHERE occurrence.studio_id = ${studio.id} AND occurrence.id = ${occurrenceId})`),
    policy: policyTimesStatement(ctx, chosenSql(ctx, occurrenceId, chosen)),
    own: policyTimesStatement(
      ctx,
      sql`SELECT o.policy_id FROM occurrences AS o
        WHERE o.studio_id = ${studio.id} AND o.series_id = ${seriesOf} AND o.starts_at > ${now}`,
    ),
    names: db.all<{ id: string; name: string }>(sql`
      SELECT id, name FROM rooms WHERE studio_id = ${studio.id}
      UNION ALL SELECT id, name FROM people WHERE studio_id = ${studio.id} AND is_staff = 1`),
  }
}

/**
 * Who changed a series last, for the second of two editors; the change that split it off another
 * stands with that one, the number of places with its class.
 */
export function lastChangeStatement({ db, studio }: StudioContext, seriesId: string) {
  return db.all<{ by: string; at: string }>(sql`
    SELECT line.actor_name AS by, line.created_at AS at FROM (
      SELECT actor_name, created_at, rowid AS nth FROM audit_entries
      WHERE studio_id = ${studio.id} AND subject_kind = 'series'
        AND (subject_id = ${seriesId}
          OR (action = 'series.changed' AND detail ->> 'goesOnAs' = ${seriesId}))
      UNION ALL
      SELECT actor_name, created_at, rowid FROM audit_entries
      WHERE studio_id = ${studio.id} AND subject_kind = 'occurrence'
        AND action = 'occurrence.capacity_changed'
        AND subject_id IN (SELECT o.id FROM occurrences AS o
          WHERE o.studio_id = ${studio.id} AND o.series_id = ${seriesId})) AS line
    ORDER BY line.created_at DESC, line.nth DESC LIMIT 1`)
}
