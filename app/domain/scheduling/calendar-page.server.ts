import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { bookedCountSql, waitingCountSql } from '#app/domain/bookings/booking-sql.server.ts'
import { choicesStatements } from '#app/domain/calendar/schedule-choices.server.ts'
import { planningCountsStatement } from '#app/domain/planning/planning-counts.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { CalendarFilters } from '#app/domain/timetable/desk-calendar/calendar-filters.ts'
import type {
  CalendarRows,
  ClosureRow,
  ItemRow,
  LocationRow,
  OutRow,
  RoomRow,
} from '#app/domain/timetable/desk-calendar/calendar-rows.ts'
import { addDays, instantOf, type LocalDate, localDate, mondayOf } from '#app/values/zone.ts'

/** More than a month of any studio has; beyond it the page says that it shows no more. */
const mostItems = 2_000

/** The first date that is shown and the one behind the last: a day, a week from Monday, the weeks of a month. */
export function spanOf({ view, on }: Pick<CalendarFilters, 'view' | 'on'>, today: LocalDate) {
  const date = on || today
  if (view === 'day') return { date, from: date, until: addDays(date, 1) }
  if (view === 'week') return { date, from: mondayOf(date), until: addDays(mondayOf(date), 7) }
  const first = `${date.slice(0, 7)}-01`
  const next = `${addDays(first, 31).slice(0, 7)}-01`
  return { date, from: mondayOf(first), until: addDays(mondayOf(addDays(next, -1)), 7) }
}

/**
 * Everything on the calendar in a span: what is taught, booked or planned with how full it is, rooms and coaches that are
 * out, days the studio is closed, and what it can be narrowed by. Not narrowed yet: a clash may be with what is not shown.
 * What has begun on the day before and goes on over midnight is among it.
 */
export async function calendarPage(
  ctx: StudioContext,
  filters: CalendarFilters,
): Promise<CalendarRows> {
  const { db, studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  const { date, from, until } = spanOf(filters, today)
  const [begins, ends] = [
    instantOf(`${from}T00:00`, studio.timeZone),
    instantOf(`${until}T00:00`, studio.timeZone),
  ]
  const { coaches } = choicesStatements(ctx)
  const rows = await batch(db, {
    items: db.all<ItemRow>(sql`
      SELECT o.id, o.kind, o.series_id AS seriesId, t.name AS title, t.short_name AS shortName, o.topic,
        o.starts_at AS startsAt, o.ends_at AS endsAt, o.local_start AS localStart, o.busy_from AS busyFrom,
        o.busy_until AS busyUntil, o.room_id AS roomId, r.name AS roomName, o.coach_id AS coachId,
        CASE h.preferred_name WHEN '' THEN h.name ELSE h.preferred_name END AS coachName, regular.name AS insteadOf,
        o.state, o.capacity, ${bookedCountSql} AS booked, ${waitingCountSql} AS waiting,
        CASE WHEN o.kind IN ('course','workshop') THEN (
          SELECT count(*) FILTER (WHERE k.local_start <= o.local_start) || ' of ' || count(*) FROM occurrences AS k
          WHERE k.studio_id = o.studio_id AND k.series_id = o.series_id AND k.state <> 'cancelled') END AS part,
        CASE o.kind WHEN 'appointment' THEN (
          SELECT w.name FROM appointments AS a JOIN people AS w ON w.id = a.person_id
          WHERE a.studio_id = o.studio_id AND a.id = o.id) END AS personName,
        EXISTS (SELECT 1 FROM sub_requests AS u WHERE u.studio_id = o.studio_id AND u.occurrence_id = o.id
          AND u.state IN ('requested','offered','claimed')) AS seeks
      FROM occurrences AS o
      JOIN class_types AS t ON t.id = o.class_type_id JOIN rooms AS r ON r.id = o.room_id
      JOIN people AS h ON h.id = o.coach_id LEFT JOIN people AS regular ON regular.id = o.substituted_coach_id
      WHERE o.studio_id = ${studio.id} AND o.local_start >= ${addDays(from, -1)} AND o.local_start < ${until}
        AND o.ends_at > ${begins} AND (o.state <> 'held' OR o.held_until > ${now})
      ORDER BY o.local_start LIMIT ${mostItems}`),
    outs: db.all<OutRow>(sql`
      SELECT y.id, y.room_id AS roomId, y.coach_id AS coachId, coalesce(r.name, h.name) AS name, y.starts_at AS startsAt,
        y.ends_at AS endsAt, y.reason
      FROM blocks AS y LEFT JOIN rooms AS r ON r.id = y.room_id LEFT JOIN people AS h ON h.id = y.coach_id
      WHERE y.studio_id = ${studio.id} AND y.ends_at > ${begins} AND y.starts_at < ${ends}
      ORDER BY y.starts_at LIMIT 200`),
    closures: db.all<ClosureRow>(sql`
      SELECT c.name, c.from_date AS fromDate, c.until_date AS untilDate, c.location_id AS locationId,
        l.name AS locationName
      FROM closures AS c LEFT JOIN locations AS l ON l.id = c.location_id
      WHERE c.studio_id = ${studio.id} AND c.until_date >= ${from} AND c.from_date < ${until}
        AND c.state IN ('applying','applied') ORDER BY c.from_date LIMIT 100`),
    coaches,
    rooms: db.all<RoomRow>(sql`
      SELECT id, name, location_id AS locationId FROM rooms WHERE studio_id = ${studio.id} ORDER BY name LIMIT 100`),
    waiting: planningCountsStatement(ctx),
    locations: db.all<LocationRow>(sql`
      SELECT id, name FROM locations WHERE studio_id = ${studio.id} ORDER BY name LIMIT 50`),
  })
  return {
    ...rows,
    waiting: rows.waiting[0] ?? { planned: 0, needed: 0 },
    today,
    date,
    from,
    until,
    cut: rows.items.length >= mostItems,
  }
}
