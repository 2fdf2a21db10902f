/** What staff see of appointments, each page in one batch. */
import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { choicesStatements } from '#app/domain/calendar/schedule-choices.server.ts'
import { foundAtDeskSql } from '#app/domain/people/list/people-where.server.ts'
import { attendanceFactsStatement } from '#app/domain/places/attendance-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addDays, type LocalDate } from '#app/values/zone.ts'
import {
  appointmentsStatement,
  slotStatements,
  toType,
  typesStatement,
} from './appointment-queries.server.ts'
import { slotsOn } from './search-slots.server.ts'

/** Appointments of a day, requests of any day, and the types. */
export async function appointmentsDeskPage(ctx: StudioContext, date: LocalDate) {
  const answer = await batch(ctx.db, {
    day: appointmentsStatement(
      ctx,
      sql`o.studio_id = ${ctx.studio.id} AND o.starts_at >= ${addDays(date, -1)}
        AND o.starts_at < ${addDays(date, 2)}
        AND o.local_start >= ${date} AND o.local_start < ${addDays(date, 1)}
        AND appointment.state NOT IN ('lapsed','rescheduled')
        AND NOT (appointment.state = 'held' AND o.held_until <= ${ctx.now})`,
      200,
      // From the days around, in the order of their starts, not through every appointment there
      // was.
      sql`occurrences AS o CROSS JOIN appointments AS appointment ON appointment.id = o.id`,
    ),
    requests: appointmentsStatement(
      ctx,
      sql`appointment.state = 'requested' AND o.starts_at > ${ctx.now}`,
      50,
    ),
    types: typesStatement(ctx),
  })
  return { day: answer.day, requests: answer.requests, types: answer.types.map(toType) }
}

/** One appointment with everyone who has a place in it. Null for another studio's id. */
export async function appointmentDeskPage(ctx: StudioContext, id: string) {
  const { found, people, attendance } = await batch(ctx.db, {
    attendance: attendanceFactsStatement(ctx, id),
    found: appointmentsStatement(ctx, sql`appointment.id = ${id}`, 1),
    people: ctx.db.all<{ bookingId: string; personId: string; name: string; state: string }>(sql`
      SELECT b.id AS bookingId, person.id AS personId, person.name, b.state FROM bookings AS b
      JOIN people AS person ON person.id = b.person_id
      WHERE b.studio_id = ${ctx.studio.id} AND b.occurrence_id = ${id} ORDER BY b.seq LIMIT 20`),
  })
  const [appointment, when] = [found[0], attendance[0]]
  return appointment && when ? { appointment, people, attendance: when } : null
}

/** What a type can be made of, and the one that is where there is one. */
export async function typeDeskPage(ctx: StudioContext, id: string) {
  const { db, studio } = ctx
  const answer = await batch(db, {
    ...choicesStatements(ctx),
    types: typesStatement(ctx, sql`appointment_type.id = ${id}`),
    policies: db.all<{ id: string; name: string }>(sql`
      SELECT policy.id, policy.name FROM policies AS policy
      WHERE policy.studio_id = ${studio.id} AND policy.kind IN ('class','appointment')
        AND policy.version = (SELECT max(newest.version) FROM policies AS newest
          WHERE newest.studio_id = policy.studio_id AND newest.name = policy.name)
      ORDER BY policy.kind, policy.name LIMIT 100`),
    packages: db.all<{ id: string; name: string }>(sql`
      SELECT package.id, package.name FROM packages AS package
      WHERE package.studio_id = ${studio.id} AND package.archived_at IS NULL
        AND package.kind = 'classes' AND package.bundle_id IS NULL ORDER BY package.name
      LIMIT 100`),
  })
  const { coaches, rooms, disciplines, policies, packages } = answer
  return {
    type: answer.types[0] ? toType(answer.types[0]) : null,
    coaches,
    rooms,
    disciplines,
    policies,
    packages,
  }
}

export type WeeklyRow = { id: string; weekday: number; from: string; until: string }
export type DatedRow = {
  id: string
  date: string
  kind: 'away' | 'extra'
  from: string
  until: string
}

/**
 * A coach's hours and the dates that are not as their week; the first coach where none is chosen.
 */
export async function availabilityPage(ctx: StudioContext, wished: string, today: LocalDate) {
  const { db, studio } = ctx
  const { coaches, weekly, dated } = await batch(db, {
    coaches: choicesStatements(ctx).coaches,
    weekly: db.all<WeeklyRow & { coachId: string }>(sql`
      SELECT id, coach_id AS coachId, weekday, "from", until FROM availability
      WHERE studio_id = ${studio.id}
      ORDER BY weekday, "from" LIMIT 1000`),
    dated: db.all<DatedRow & { coachId: string }>(sql`
      SELECT id, coach_id AS coachId, date, kind, "from", until FROM availability_exceptions
      WHERE studio_id = ${studio.id} AND date >= ${today} ORDER BY date, "from" LIMIT 1000`),
  })
  const coach =
    coaches.find(({ id }) => id === wished) ??
    coaches.find(({ id }) => weekly.some(({ coachId }) => coachId === id)) ??
    coaches[0] ??
    null
  const own = <Row extends { coachId: string }>(rows: Row[]) =>
    rows.filter(({ coachId }) => coachId === coach?.id)
  return { coaches, coach, weekly: own(weekly), dated: own(dated) }
}

/** Free starts of a date and people by name, for booking at the desk. */
export async function newAppointmentPage(
  ctx: StudioContext,
  wish: { typeId: string; coachId: string; date: LocalDate; q: string },
) {
  const { db } = ctx
  const { rooms } = choicesStatements(ctx)
  const answer = await batch(db, {
    types: typesStatement(ctx, sql`class_type.archived_at IS NULL`),
    ...slotStatements(ctx, { from: wish.date, until: addDays(wish.date, 1) }),
    rooms,
    found: db.all<{ id: string; name: string }>(sql`
      SELECT person.id, person.name FROM people AS person
      WHERE ${wish.q === '' ? sql`0` : foundAtDeskSql(ctx, wish.q, 20)}`),
  })
  const types = answer.types.map(toType)
  const type = types.find(({ id }) => id === wish.typeId) ?? types[0] ?? null
  const coaches = answer.coaches.filter(({ id }) => type?.coachIds.includes(id))
  const coach = coaches.find(({ id }) => id === wish.coachId) ?? coaches[0] ?? null
  const slots =
    type && coach ? slotsOn(ctx, { ...type, noticeMinutes: 0 }, coach.id, wish.date, answer) : []
  const own = answer.rooms.filter(({ id }) => type?.roomIds.includes(id))
  return { types, type, coaches, coach, slots, rooms: own, found: answer.found }
}
