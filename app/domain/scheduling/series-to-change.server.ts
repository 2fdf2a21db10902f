/** A series as its change needs it: read before the change, and again behind it. */
import { sql } from 'drizzle-orm'
import { bookedCountSql, liveSql } from '#app/domain/bookings/booking-sql.server.ts'
import type { PolicyTimes } from '#app/domain/calendar/occurrence-times.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { LocalDate } from '#app/values/zone.ts'
import type { SeriesNow, UpcomingClass } from './series/plan-series-change.ts'

export type SeriesRow = SeriesNow & {
  classTypeId: string
  title: string
  rrule: string
  exceptDates: string
  version: number
  expandedUntil: LocalDate
}

export type ClassRow = UpcomingClass & { booked: number }

/** The series of a class, every class of it that is still to come, and the times of a policy. */
export function seriesToChangeStatements(
  { db, studio, now }: StudioContext,
  occurrenceId: string,
  policyId: string,
) {
  const seriesOf = sql`(SELECT k.series_id FROM occurrences AS k WHERE k.studio_id = ${studio.id} AND k.id = ${occurrenceId})`
  return {
    series: db.all<SeriesRow>(sql`
      SELECT s.id, s.class_type_id AS classTypeId, t.name AS title, s.first_start AS firstStart,
        s.time_zone AS timeZone, s.minutes, s.room_id AS roomId, s.coach_id AS coachId, s.capacity,
        s.policy_id AS policyId, s.rrule, s.except_dates AS exceptDates, s.version, s.expanded_until AS expandedUntil
      FROM series AS s JOIN class_types AS t ON t.id = s.class_type_id
      WHERE s.studio_id = ${studio.id} AND s.id = ${seriesOf}`),
    classes: db.all<ClassRow>(sql`
      SELECT o.id, o.recurrence_key AS recurrenceKey, o.local_start AS localStart, o.starts_at AS startsAt,
        o.ends_at AS endsAt, o.room_id AS roomId, o.coach_id AS coachId, o.substituted_coach_id AS substitutedCoachId,
        o.capacity, o.policy_id AS policyId, o.state, ${bookedCountSql} AS booked,
        (SELECT count(*) FROM bookings AS b
          WHERE b.studio_id = o.studio_id AND b.occurrence_id = o.id AND ${liveSql('b')}) AS live
      FROM occurrences AS o
      WHERE o.studio_id = ${studio.id} AND o.series_id = ${seriesOf} AND o.starts_at > ${now}
      ORDER BY o.starts_at LIMIT 600`),
    earlier: db.all<{ n: number }>(sql`
      SELECT count(*) AS n FROM occurrences AS o
      WHERE o.studio_id = ${studio.id} AND o.series_id = ${seriesOf} AND o.recurrence_key < (
        SELECT k.recurrence_key FROM occurrences AS k WHERE k.studio_id = ${studio.id} AND k.id = ${occurrenceId})`),
    policy: db.all<PolicyTimes>(sql`
      SELECT opens_days AS opensDays, closes_minutes AS closesMinutes, cancel_minutes AS cancelMinutes,
        fee_minutes AS feeMinutes,
        waitlist_closes_minutes AS waitlistClosesMinutes, blackout_from AS blackoutFrom, blackout_until AS blackoutUntil
      FROM policies WHERE studio_id = ${studio.id} AND id = ${policyId}`),
    names: db.all<{ id: string; name: string }>(sql`
      SELECT id, name FROM rooms WHERE studio_id = ${studio.id}
      UNION ALL SELECT id, name FROM people WHERE studio_id = ${studio.id} AND is_staff = 1`),
  }
}

/** Who changed a series last, for the second of two editors. */
export function lastChangeStatement({ db, studio }: StudioContext, seriesId: string) {
  return db.all<{ by: string; at: string }>(sql`
    SELECT actor_name AS by, created_at AS at FROM audit_entries
    WHERE studio_id = ${studio.id} AND subject_kind = 'series' AND subject_id = ${seriesId}
    ORDER BY created_at DESC, rowid DESC LIMIT 1`)
}
