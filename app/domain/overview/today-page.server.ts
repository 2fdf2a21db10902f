import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { firstVisitSql } from '#app/domain/bookings/first-visit-sql.server.ts'
import {
  type IncidentRow,
  openIncidentsStatement,
  type ShiftNote,
  shiftNotesStatement,
} from '#app/domain/day-book/day-book.server.ts'
import { calledSql } from '#app/domain/people/called-sql.server.ts'
import { countSamplePeopleStatement } from '#app/domain/people/sample-people.server.ts'
import { bookedCountSql, waitingCountSql } from '#app/domain/places/booking-sql.server.ts'
import { placesSql, walkInPlacesSql } from '#app/domain/places/shared-equipment-sql.server.ts'
import { offeredToStatement } from '#app/domain/planning/substitution-queries.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import {
  countOpenTasksStatement,
  doneTasksStatement,
  openTasksStatement,
  type TaskRow,
  type TaskViewer,
} from '#app/domain/tasks/task-queries.server.ts'
import { addDays, birthdaysOn, instantOf, localDate } from '#app/values/zone.ts'

/** A class of today as the board shows it. */
export type BoardClass = {
  id: string
  title: string
  /** For what is narrow. */
  shortName: string
  coachId: string
  coachName: string
  roomName: string
  localStart: string
  startsAt: string
  endsAt: string
  state: string
  capacity: number
  /** Of these the ones kept for walk-ins. */
  walkIns: number
  booked: number
  /** Checked in or settled as having come. */
  came: number
  waiting: number
  /** Of the booked, how many never came before. */
  firstTimers: number
}

export type FirstTimer = {
  personId: string
  name: string
  /** The class they come to. */
  occurrenceId: string
  title: string
  localStart: string
}

export type OfferedClass = {
  id: string
  title: string
  localStart: string
  roomName: string
  regularName: string
  claimsStand: number
}

export type TodayBoard = {
  classes: BoardClass[]
  /** What is open to who looks, those due first, and how much it is, counted to 100. */
  tasks: { open: TaskRow[]; n: number; done: TaskRow[] }
  firstTimers: FirstTimer[]
  /** How many of today's first visits have not come yet, listed or not. */
  firstToCome: number
  /** Classes that who looks may take for somebody else. */
  offered: OfferedClass[]
  samplePeople: number
  /** What the last shift told this one, the newest first. */
  notes: ShiftNote[]
  incidents: IncidentRow[]
  /** Who has a birthday today and comes to a class. */
  birthdays: Omit<FirstTimer, 'title'>[]
}

/**
 * What of the day needs the desk: its classes with who is in, the tasks of the reader and what was
 * done since midnight, first visits, the classes they may take. One trip.
 */
export async function todayPage(ctx: StudioContext, viewer: TaskViewer): Promise<TodayBoard> {
  const { db, studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  const midnight = instantOf(`${today}T00:00`, studio.timeZone)
  const day = sql`o.studio_id = ${studio.id} AND o.local_start >= ${today}
    AND o.local_start < ${addDays(today, 1)}`
  const { classes, open, counted, done, firstTimers, offered, sample, ...more } = await batch(db, {
    notes: shiftNotesStatement(ctx, 2),
    incidents: openIncidentsStatement(ctx),
    birthdays: db.all<Omit<FirstTimer, 'title'>>(sql`
      SELECT person.id AS personId, person.name, o.id AS occurrenceId,
        min(o.local_start) AS localStart
      FROM occurrences AS o CROSS JOIN bookings AS b ON b.studio_id = o.studio_id
        AND b.occurrence_id = o.id AND b.state IN ('booked','checked_in','attended')
      JOIN people AS person ON person.id = b.person_id
      WHERE ${day} AND o.state NOT IN ('draft','held','cancelled')
        AND substr(person.birth_date, 6) IN ${birthdaysOn(today)}
      GROUP BY person.id ORDER BY localStart, person.name LIMIT 12`),
    sample: countSamplePeopleStatement(ctx),
    open: openTasksStatement(ctx, viewer),
    counted: countOpenTasksStatement(ctx, viewer),
    done: doneTasksStatement(ctx, viewer, midnight),
    offered: offeredToStatement(ctx, viewer.personId),
    classes: db.all<BoardClass>(sql`
      SELECT o.id, class_type.name AS title, class_type.short_name AS shortName,
        o.coach_id AS coachId,
        ${calledSql('coach')} AS coachName,
        room.name AS roomName, o.local_start AS localStart, o.starts_at AS startsAt,
        o.ends_at AS endsAt, o.state, ${placesSql} AS capacity, ${walkInPlacesSql} AS walkIns, ${bookedCountSql} AS booked,
        ${waitingCountSql} AS waiting, (SELECT count(*) FROM bookings AS b
          WHERE b.studio_id = o.studio_id AND b.occurrence_id = o.id
            AND b.state IN ('checked_in','attended')) AS came,
        (SELECT count(*) FROM bookings AS b
          WHERE b.studio_id = o.studio_id AND b.occurrence_id = o.id
            AND ${firstVisitSql}) AS firstTimers
      FROM occurrences AS o JOIN class_types AS class_type ON class_type.id = o.class_type_id
      JOIN people AS coach ON coach.id = o.coach_id
      JOIN rooms AS room ON room.id = o.room_id
      WHERE ${day} AND o.state NOT IN ('draft','held') ORDER BY o.starts_at, o.id LIMIT 200`),
    firstTimers: db.all<FirstTimer & { toCome: number }>(sql`
      SELECT person.id AS personId, person.name, o.id AS occurrenceId,
        class_type.name AS title, min(o.local_start) AS localStart,
        sum(sum(b.state = 'booked') > 0) OVER () AS toCome
      FROM occurrences AS o CROSS JOIN bookings AS b ON b.studio_id = o.studio_id
        AND b.occurrence_id = o.id
      JOIN people AS person ON person.id = b.person_id
      JOIN class_types AS class_type ON class_type.id = o.class_type_id
      WHERE ${day} AND o.state = 'scheduled' AND o.ends_at > ${now} AND ${firstVisitSql}
      GROUP BY person.id ORDER BY localStart, person.name LIMIT 12`),
  })
  return {
    classes,
    tasks: { open, n: counted[0]?.n ?? 0, done },
    firstTimers: firstTimers.map(({ toCome: _, ...person }) => person),
    firstToCome: firstTimers[0]?.toCome ?? 0,
    offered,
    samplePeople: sample[0]?.n ?? 0,
    ...more,
  }
}
