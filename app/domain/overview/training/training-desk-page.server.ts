import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { firstVisitSql } from '#app/domain/bookings/first-visit-sql.server.ts'
import { plannedFlowSql } from '#app/domain/flows/classes/class-flow-sql.server.ts'
import { opensFlowSql } from '#app/domain/flows/library/flow-queries.server.ts'
import { calledSql } from '#app/domain/people/called-sql.server.ts'
import { bookedCountSql, seatedSql } from '#app/domain/places/booking-sql.server.ts'
import { placesSql } from '#app/domain/places/shared-equipment-sql.server.ts'
import type { Actor, StudioContext } from '#app/domain/scope/contexts.ts'
import { unreadSharedStatement } from '#app/domain/training-log/history/shared-logs.server.ts'
import { plannedNameSql } from '#app/domain/workouts/classes/class-workout-sql.server.ts'
import { addDays, localDate } from '#app/values/zone.ts'
import { neededPiecesStatement, stockStatement } from './class-equipment.server.ts'
import { checkEquipment } from './equipment-check.ts'
import type { TaughtClass } from './taught-class.ts'

/** As many drafts as the page names, and as many as it counts. */
const [named, counted] = [5, 100]

const injuredSql = sql`EXISTS (SELECT 1 FROM person_notes AS note
  WHERE note.studio_id = b.studio_id AND note.person_id = b.person_id
    AND note.kind = 'injury' AND note.removed_at IS NULL)`

const countBookings = (which: ReturnType<typeof sql>) => sql`(SELECT count(*) FROM bookings AS b
  WHERE b.studio_id = o.studio_id AND b.occurrence_id = o.id AND ${which})`

const classColumns = sql`o.id, type.name AS title, o.coach_id AS coachId,
  ${calledSql('coach')} AS coachName,
  room.name AS roomName, o.local_start AS localStart, ${placesSql} AS capacity,
  ${bookedCountSql} AS booked, ${countBookings(firstVisitSql)} AS firstTimers,
  ${countBookings(sql`${seatedSql('b')} AND ${injuredSql}`)} AS injured,
  ${plannedNameSql} AS workout, ${plannedFlowSql} AS flow,
  (SELECT planned_flow.flow_id FROM class_flows AS planned_flow
    WHERE planned_flow.studio_id = o.studio_id AND planned_flow.occurrence_id = o.id) AS flowId`

const classFrom = sql`occurrences AS o JOIN class_types AS type ON type.id = o.class_type_id
  JOIN people AS coach ON coach.id = o.coach_id JOIN rooms AS room ON room.id = o.room_id`

/**
 * The coach's desk: the classes of today and tomorrow with what is trained in each and what to know
 * of its roster, the workouts that members shared and nobody has read, and what is not finished in
 * the library. One trip.
 */
export async function trainingDeskPage(ctx: StudioContext, actor: Pick<Actor, 'userId' | 'role'>) {
  const { db, studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  const { classes, drafts, exercises, flows, shared } = await batch(db, {
    shared: unreadSharedStatement(ctx),
    flows: db.all<{ id: string; title: string; seconds: number; minutes: number }>(sql`
      SELECT flow.id, flow.title, flow.seconds, flow.minutes FROM flows AS flow
      WHERE flow.studio_id = ${studio.id} AND flow.state = 'draft' AND ${opensFlowSql(actor)}
      ORDER BY flow.title, flow.id LIMIT ${named + 1}`),
    classes: db.all<TaughtClass>(sql`
      SELECT ${classColumns} FROM ${classFrom}
      WHERE o.studio_id = ${studio.id} AND o.local_start >= ${today}
        AND o.local_start < ${addDays(today, 2)} AND o.state = 'scheduled' AND o.ends_at > ${now}
        AND o.kind IN ('class', 'course', 'workshop')
      ORDER BY o.starts_at, o.id LIMIT 100`),
    drafts: db.all<{ id: string; name: string; unclear: number }>(sql`
      SELECT workout.id, workout.name, said.unclear
      FROM workouts AS workout JOIN workout_versions AS said
        ON said.studio_id = workout.studio_id AND said.workout_id = workout.id
          AND said.version = workout.version
      WHERE workout.studio_id = ${studio.id} AND workout.state = 'draft'
      ORDER BY workout.name, workout.id LIMIT ${named + 1}`),
    exercises: db.all<{ n: number }>(sql`
      SELECT count(*) AS n FROM (SELECT 1 FROM exercises
        WHERE studio_id = ${studio.id} AND state = 'draft' LIMIT ${counted})`),
  })
  return {
    today,
    classes,
    shared,
    drafts: drafts.slice(0, named),
    moreDrafts: drafts.length > named,
    flows: flows.slice(0, named),
    moreFlows: flows.length > named,
    exerciseDrafts: { n: exercises[0]?.n ?? 0, more: (exercises[0]?.n ?? 0) === counted },
  }
}

export type RosterNote = { personId: string; name: string; first: number; injured: number }

/**
 * A class against its roster: what is trained in it, who of the booked comes for the first time or
 * has an injury noted, whether the equipment reaches, and the workouts to choose from. Null for none
 * of this studio's. One trip.
 */
export async function classWorkoutPage(
  ctx: StudioContext,
  actor: Pick<Actor, 'userId' | 'role'>,
  occurrenceId: string,
) {
  type Found = TaughtClass & {
    state: string
    kind: string
    seriesId: string
    endsAt: string
    workoutId: string | null
  }
  const { db, studio } = ctx
  const { found, notes, workouts, flows, needed, stock } = await batch(db, {
    needed: neededPiecesStatement(ctx, occurrenceId),
    stock: stockStatement(ctx, occurrenceId),
    flows: db.all<{ id: string; title: string; state: string }>(sql`
      SELECT flow.id, flow.title, flow.state FROM flows AS flow
      WHERE flow.studio_id = ${studio.id} AND flow.state <> 'archived' AND ${opensFlowSql(actor)}
      ORDER BY flow.title, flow.id LIMIT 300`),
    found: db.all<Found>(sql`
      SELECT ${classColumns}, o.state, o.kind, o.series_id AS seriesId, o.ends_at AS endsAt, (
          SELECT planned.workout_id FROM class_workouts AS planned
          WHERE planned.studio_id = o.studio_id AND planned.occurrence_id = o.id) AS workoutId
      FROM ${classFrom} WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId}`),
    notes: db.all<RosterNote>(sql`
      SELECT person.id AS personId, person.name, ${firstVisitSql} AS first,
        ${injuredSql} AS injured
      FROM occurrences AS o
      CROSS JOIN bookings AS b ON b.studio_id = o.studio_id AND b.occurrence_id = o.id
      JOIN people AS person ON person.id = b.person_id
      WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId} AND ${seatedSql('b')}
        AND ((${firstVisitSql}) OR ${injuredSql})
      ORDER BY person.name, person.id LIMIT 60`),
    workouts: db.all<{ id: string; name: string; state: string }>(sql`
      SELECT id, name, state FROM workouts
      WHERE studio_id = ${studio.id} AND state <> 'archived' ORDER BY name, id LIMIT 300`),
  })
  const [planned] = found
  if (!planned) return null
  const people = { booked: planned.booked, places: planned.capacity }
  const equipment = checkEquipment(needed, stock, people)
  return { class: planned, notes, workouts, flows, equipment }
}
