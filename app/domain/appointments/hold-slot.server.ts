import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { noOverlapSql } from '#app/domain/bookings/availability/seat-guards.server.ts'
import { openDaySql } from '#app/domain/calendar/closed-days.server.ts'
import { placesFreeSql } from '#app/domain/calendar/free-guards.server.ts'
import { alwaysOpen, beforeTheNight } from '#app/domain/calendar/occurrence-times.ts'
import { bannedSql } from '#app/domain/people/banned-sql.server.ts'
import type { Actor, MemberContext, StudioContext } from '#app/domain/scope/contexts.ts'
import { newId } from '#app/values/id.ts'
import { addMinutes, type Instant } from '#app/values/instant.ts'
import { addDays, isLocalDate, localDate, wallTime } from '#app/values/zone.ts'
import {
  appointmentsStatement,
  slotStatements,
  toType,
  typesStatement,
} from './appointment-queries.server.ts'
import { type AppointmentRefusal, type AppointmentType, holdMinutes } from './appointment-view.ts'
import { slotsOn } from './search-slots.server.ts'

export type HoldResult =
  | { ok: true; appointmentId: string; again?: true }
  | { ok: false; reason: AppointmentRefusal }

/**
 * Keeps a start for the member for 10 minutes, in which they confirm it. The start must be one that
 * `slotsOn` offers; whether coach and room are free is asked again by the INSERT itself, so of
 * several who press at once one gets it. What the person held before is given up; the same start
 * twice is once. `movesId` is an appointment of theirs that is to be moved here: it does not stand
 * in its own way, and nothing else was asked for instead of it yet (`asked_already`). What the person
 * holds a place in already is in the way (`overlaps`). The price is that of this moment. Two trips.
 */
export async function holdSlot(
  ctx: MemberContext,
  wish: { typeId: string; coachId: string; startsAt: Instant; movesId?: string },
): Promise<HoldResult> {
  const { db, studio, now, person } = ctx
  const { typeId, coachId, startsAt, movesId = '' } = wish
  const date = localDate(startsAt, studio.timeZone)
  if (!isLocalDate(date)) return { ok: false, reason: 'not_offered' }
  const read = await batch(db, {
    types: typesStatement(ctx, sql`appointment_type.id = ${typeId}`),
    ...slotStatements(ctx, { from: date, until: addDays(date, 1) }, movesId),
    held: appointmentsStatement(
      ctx,
      sql`appointment.person_id = ${person.id} AND appointment.state = 'held'
        AND o.held_until > ${now} AND o.starts_at = ${startsAt}
        AND appointment.type_id = ${typeId} AND o.coach_id = ${coachId}
        AND appointment.moves_id IS ${movesId || null}`,
      1,
    ),
  })
  const [row] = read.types
  if (!row) return { ok: false, reason: 'not_found' }
  if (read.held[0]) return { ok: true, appointmentId: read.held[0].id, again: true }
  const type = toType(row)
  const slot = slotsOn(ctx, type, coachId, date, read).find((one) => one.startsAt === startsAt)
  if (!slot) return { ok: false, reason: 'not_offered' }

  const id = newId()
  const clear = sql`EXISTS (SELECT 1 FROM (SELECT ${studio.id} AS studio_id,
      ${startsAt} AS starts_at, ${addMinutes(startsAt, type.minutes)} AS ends_at,
      ${movesId} AS id) AS o
    WHERE ${noOverlapSql(person.id)})`
  const result = await batch(db, {
    ...releaseHoldsStatements(ctx, person.id),
    clear: db.all<{ clear: number; banned: number; asked: number }>(
      sql`SELECT ${clear} AS clear, ${bannedSql(sql`${person.id}`)} AS banned,
        ${askedSql(ctx, person.id, movesId)} AS asked`,
    ),
    ...holdStatements(
      ctx,
      type,
      { id, personId: person.id, coachId, roomId: slot.roomId, startsAt, movesId },
      clear,
    ),
  })
  if (changed(result.hold) > 0) return { ok: true, appointmentId: id }
  if (result.clear[0]?.banned === 1) return { ok: false, reason: 'banned' }
  if (result.clear[0]?.asked === 1) return { ok: false, reason: 'asked_already' }
  return { ok: false, reason: result.clear[0]?.clear === 1 ? 'taken' : 'overlaps' }
}

/**
 * Ends what the person has on hold: anyone who looks on is free to choose another start. With the
 * plus the occurrences are looked up by their ids, instead of the studio's all.
 */
function releaseHoldsStatements({ db, studio, now }: StudioContext, personId: string) {
  return {
    free: db.run(sql`
      UPDATE occurrences SET state = 'cancelled', cancelled_at = ${now}
      WHERE +studio_id = ${studio.id} AND kind = 'appointment' AND state = 'held' AND id IN (
        SELECT id FROM appointments
        WHERE studio_id = ${studio.id} AND person_id = ${personId} AND state = 'held')`),
    release: db.run(sql`
      UPDATE appointments SET state = 'lapsed', ended_at = ${now}
      WHERE studio_id = ${studio.id} AND person_id = ${personId} AND state = 'held'`),
  }
}

/** Whether the person has asked for a time instead of `movesId`, which nobody has answered. */
const askedSql = ({ studio }: StudioContext, personId: string, movesId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM appointments AS asked WHERE asked.studio_id = ${studio.id}
    AND asked.person_id = ${personId} AND asked.state = 'requested'
    AND asked.moves_id = ${movesId})`

/** Writes a hold where coach and room are free at this moment; `hold` says whether it was. */
export function holdStatements(
  ctx: StudioContext & { actor: Pick<Actor, 'userId'> },
  type: AppointmentType,
  wish: {
    id: string
    personId: string
    coachId: string
    roomId: string
    startsAt: Instant
    movesId?: string
    groupId?: string
  },
  onlyIf: SQL = sql`1`,
) {
  const { db, studio, now, actor } = ctx
  const { id, personId, coachId, roomId, startsAt, movesId = '', groupId = null } = wish
  const endsAt = addMinutes(startsAt, type.minutes)
  const busyFrom = addMinutes(startsAt, -type.bufferBefore)
  const busyUntil = addMinutes(endsAt, type.bufferAfter)
  const place = {
    startsAt,
    endsAt,
    busyFrom,
    busyUntil,
    roomId,
    coachId,
    occurrenceId: movesId,
    // How many come is said later: so many can.
    needs: { classTypeId: type.id, people: type.people },
  }
  const localStart = wallTime(startsAt, studio.timeZone)
  const cutoffAt = beforeTheNight(addMinutes(startsAt, -type.cancelMinutes), studio.timeZone, type)
  const movable = movesId
    ? sql`EXISTS (SELECT 1 FROM appointments AS moved
      WHERE moved.studio_id = ${studio.id} AND moved.id = ${movesId}
        AND moved.person_id = ${personId} AND moved.state = 'confirmed')
      AND NOT ${askedSql(ctx, personId, movesId)}`
    : sql`1`
  return {
    hold: db.run(sql`
      INSERT INTO occurrences (id, studio_id, kind, series_id, recurrence_key, class_type_id,
        room_id, coach_id, policy_id, starts_at, ends_at, time_zone, local_start, busy_from,
        busy_until, capacity, cutoff_at, opens_at, closes_at, waitlist_closes_at, waitlist_limit,
        state, held_until)
      SELECT ${id}, ${studio.id}, 'appointment', ${id}, ${localStart}, ${type.id}, ${roomId},
        ${coachId}, ${type.policyId}, ${startsAt}, ${endsAt}, ${studio.timeZone}, ${localStart},
        ${busyFrom}, ${busyUntil}, ${type.people}, ${cutoffAt},
        ${alwaysOpen}, ${startsAt}, ${startsAt}, 0, 'held', ${addMinutes(now, holdMinutes)}
      WHERE ${placesFreeSql(ctx, [place], { ids: [movesId], must: true })}
        AND ${openDaySql(ctx, sql`${roomId}`, sql`${localStart.slice(0, 10)}`)} AND ${movable}
        AND ${onlyIf}
      ON CONFLICT DO NOTHING`),
    row: db.run(sql`
      INSERT INTO appointments (id, studio_id, type_id, person_id, state, price_minor, price_per,
        moves_id, group_id, created_at, created_by)
      SELECT ${id}, ${studio.id}, ${type.id}, ${personId}, 'held', ${type.priceMinor},
        ${type.pricePer}, ${movesId || null}, ${groupId}, ${now}, ${actor.userId}
      WHERE EXISTS (SELECT 1 FROM occurrences AS o
        WHERE o.studio_id = ${studio.id} AND o.id = ${id})
      ON CONFLICT DO NOTHING`),
  }
}
