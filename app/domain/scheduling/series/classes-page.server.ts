import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { type Choices, choicesStatements } from '#app/domain/calendar/schedule-choices.server.ts'
import { bookedCountSql, waitingCountSql } from '#app/domain/places/booking-sql.server.ts'
import { placesSql } from '#app/domain/places/shared-equipment-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import {
  addDays,
  firstOfWeek,
  type LocalDate,
  type LocalDateTime,
  localDate,
} from '#app/values/zone.ts'
import type { ClassFilters } from './class-filters.ts'

export type ListedClass = {
  id: string
  title: string
  localStart: LocalDateTime
  startsAt: string
  endsAt: string
  timeZone: string
  state: string
  cancelReason: string
  roomName: string
  coachName: string
  insteadOf: string | null
  capacity: number
  booked: number
  waiting: number
}

/** More than a week of any studio has. */
const mostClasses = 600

/** The classes of one week, with their fill, and what they can be narrowed by. */
export async function classesPage(
  ctx: StudioContext,
  { from, coach, room, discipline }: ClassFilters,
): Promise<{ first: LocalDate; today: LocalDate; classes: ListedClass[] } & Choices> {
  const { db, studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  const first = firstOfWeek(from || today, studio)
  const classes: Statement<ListedClass[]> = db.all<ListedClass>(sql`
    SELECT o.id, class_type.name AS title, o.local_start AS localStart, o.starts_at AS startsAt,
      o.ends_at AS endsAt, o.time_zone AS timeZone, o.state, o.cancel_reason AS cancelReason,
      room.name AS roomName, coach.name AS coachName, regular.name AS insteadOf,
      ${placesSql} AS capacity, ${bookedCountSql} AS booked, ${waitingCountSql} AS waiting
    FROM occurrences AS o
    JOIN class_types AS class_type ON class_type.id = o.class_type_id
    JOIN rooms AS room ON room.id = o.room_id
    JOIN people AS coach ON coach.id = o.coach_id
    LEFT JOIN people AS regular ON regular.id = o.substituted_coach_id
    WHERE o.studio_id = ${studio.id} AND o.local_start >= ${first}
      AND o.local_start < ${addDays(first, 7)}
      AND (${coach} = '' OR o.coach_id = ${coach}) AND (${room} = '' OR o.room_id = ${room})
      AND (${discipline} = '' OR class_type.discipline_id = ${discipline})
    ORDER BY o.local_start, class_type.name LIMIT ${mostClasses}`)
  const answer = await batch(db, { classes, ...choicesStatements(ctx) })
  return { first, today, ...answer }
}
