import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { roomFromSql, roomUntilSql } from '#app/domain/calendar/room-span-sql.server.ts'
import { choicesStatements } from '#app/domain/calendar/schedule-choices.server.ts'
import { calledSql } from '#app/domain/people/called-sql.server.ts'
import { bookedCountSql, waitingCountSql } from '#app/domain/places/booking-sql.server.ts'
import { placesSql } from '#app/domain/places/shared-equipment-sql.server.ts'
import { planningCountsStatement } from '#app/domain/planning/planning-counts.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addDays, firstOfWeek, instantOf, type LocalDate, localDate } from '#app/values/zone.ts'
import type { CalendarFilters } from './calendar-filters.ts'
import type {
  CalendarRows,
  ClosureRow,
  ItemRow,
  LocationRow,
  OutRow,
  RoomRow,
} from './calendar-rows.ts'

/** More than a month of any studio has; beyond it the page says that it shows no more. */
const mostItems = 2_000

/**
 * The first date that is shown and the one behind the last: a day, a week, the weeks of a
 * month.
 */
export function spanOf(
  { view, on }: Pick<CalendarFilters, 'view' | 'on'>,
  today: LocalDate,
  studio: { weekStart: number },
) {
  const week = (day: LocalDate) => firstOfWeek(day, studio)
  const date = on || today
  if (view === 'day') return { date, from: date, until: addDays(date, 1) }
  if (view === 'week') return { date, from: week(date), until: addDays(week(date), 7) }
  const first = `${date.slice(0, 7)}-01`
  const next = `${addDays(first, 31).slice(0, 7)}-01`
  return { date, from: week(first), until: addDays(week(addDays(next, -1)), 7) }
}

/**
 * Everything on the calendar in a span: what is taught, booked or planned with how full it is,
 * rooms and coaches that are out, days the studio is closed, and what it can be narrowed by. Not
 * narrowed yet: a clash may be with what is not shown. What has begun on the day before and goes on
 * over midnight is among it.
 */
export async function calendarPage(
  ctx: StudioContext,
  filters: CalendarFilters,
): Promise<CalendarRows> {
  const { db, studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  const { date, from, until } = spanOf(filters, today, studio)
  const [begins, ends] = [
    instantOf(`${from}T00:00`, studio.timeZone),
    instantOf(`${until}T00:00`, studio.timeZone),
  ]
  const { coaches } = choicesStatements(ctx)
  const rows = await batch(db, {
    items: db.all<ItemRow>(sql`
      SELECT o.id, o.kind, o.series_id AS seriesId, class_type.name AS title,
        class_type.short_name AS shortName, o.topic, o.starts_at AS startsAt, o.ends_at AS endsAt,
        o.local_start AS localStart, o.busy_from AS busyFrom, o.busy_until AS busyUntil,
        ${roomFromSql} AS roomFrom, ${roomUntilSql} AS roomUntil,
        o.room_id AS roomId, room.name AS roomName, o.coach_id AS coachId,
        ${calledSql('coach')} AS coachName, regular.name AS insteadOf,
        o.state, ${placesSql} AS capacity, ${bookedCountSql} AS booked, ${waitingCountSql} AS waiting,
        CASE WHEN o.kind IN ('course','workshop') THEN (
          SELECT count(*) FILTER (WHERE session.local_start <= o.local_start) || ' of ' || count(*)
          FROM occurrences AS session
          WHERE session.studio_id = o.studio_id AND session.series_id = o.series_id
            AND session.state <> 'cancelled') END AS part,
        CASE o.kind WHEN 'appointment' THEN (
          SELECT person.name FROM appointments AS appointment
          JOIN people AS person ON person.id = appointment.person_id
          WHERE appointment.studio_id = o.studio_id AND appointment.id = o.id) END AS personName,
        EXISTS (SELECT 1 FROM sub_requests AS request
          WHERE request.studio_id = o.studio_id AND request.occurrence_id = o.id
            AND request.state IN ('requested','offered','claimed')) AS seeks
      FROM occurrences AS o
      JOIN class_types AS class_type ON class_type.id = o.class_type_id
      JOIN rooms AS room ON room.id = o.room_id
      JOIN people AS coach ON coach.id = o.coach_id
      LEFT JOIN people AS regular ON regular.id = o.substituted_coach_id
      WHERE o.studio_id = ${studio.id} AND o.local_start >= ${addDays(from, -1)}
        AND o.local_start < ${until}
        AND o.ends_at > ${begins} AND (o.state <> 'held' OR o.held_until > ${now})
      ORDER BY o.local_start LIMIT ${mostItems}`),
    outs: db.all<OutRow>(sql`
      SELECT block.id, block.room_id AS roomId, block.coach_id AS coachId,
        coalesce(room.name, coach.name) AS name, block.starts_at AS startsAt,
        block.ends_at AS endsAt, block.reason
      FROM blocks AS block LEFT JOIN rooms AS room ON room.id = block.room_id
      LEFT JOIN people AS coach ON coach.id = block.coach_id
      WHERE block.studio_id = ${studio.id} AND block.ends_at > ${begins}
        AND block.starts_at < ${ends}
      ORDER BY block.starts_at LIMIT 200`),
    closures: db.all<ClosureRow>(sql`
      SELECT closure.name, closure.from_date AS fromDate, closure.until_date AS untilDate,
        closure.location_id AS locationId, location.name AS locationName
      FROM closures AS closure LEFT JOIN locations AS location ON location.id = closure.location_id
      WHERE closure.studio_id = ${studio.id} AND closure.until_date >= ${from}
        AND closure.from_date < ${until}
        AND closure.state IN ('applying','applied') ORDER BY closure.from_date LIMIT 100`),
    coaches,
    rooms: db.all<RoomRow>(sql`
      SELECT id, name, location_id AS locationId FROM rooms WHERE studio_id = ${studio.id}
      ORDER BY name LIMIT 100`),
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
