/** Types, hours and appointments as rows. */

import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { type ClosedRoom, closedRoomsStatement } from '#app/domain/calendar/closed-days.server.ts'
import {
  type ComingClass,
  comingClassesStatement,
} from '#app/domain/calendar/coming-classes.server.ts'
import { daysFrom } from '#app/domain/calendar/in-the-way-sql.server.ts'
import { roomFromSql, roomUntilSql } from '#app/domain/calendar/room-span-sql.server.ts'
import { heldOnSql, kindsInForceSql, neededSql } from '#app/domain/calendar/unfit-sql.server.ts'
import { takenOfLotSql } from '#app/domain/entitlements/ledger.server.ts'
import { addressSql } from '#app/domain/families/letter-address.server.ts'
import { calledSql } from '#app/domain/people/called-sql.server.ts'
import { peopleOf } from '#app/domain/places/shared-equipment-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addDays, type LocalDate } from '#app/values/zone.ts'
import type { Appointment, AppointmentType } from './appointment-view.ts'
import type { DatedHours, WeeklyHours } from './slots.ts'

export type TypeRow = Omit<
  AppointmentType,
  'roomIds' | 'coachIds' | 'packageIds' | 'approval' | 'archived' | 'lateLosesCredit'
> & {
  roomIds: string
  coachIds: string
  packageIds: string
  approval: number
  archived: number
  lateLosesCredit: number
}

/**
 * Types with the policy in force, the newest version of its name. `where` is a condition on
 * `appointment_type` or `class_type`.
 */
export function typesStatement(
  { db, studio }: StudioContext,
  where: SQL = sql`1`,
): Statement<TypeRow[]> {
  return db.all<TypeRow>(sql`
    SELECT appointment_type.id, class_type.name, class_type.description,
      class_type.discipline_id AS disciplineId, class_type.minutes,
      appointment_type.price_minor AS priceMinor, appointment_type.price_per AS pricePer,
      appointment_type.people, appointment_type.buffer_before AS bufferBefore,
      appointment_type.buffer_after AS bufferAfter,
      appointment_type.notice_minutes AS noticeMinutes, appointment_type.ahead_days AS aheadDays,
      appointment_type.grid_minutes AS gridMinutes, appointment_type.approval,
      policy.id AS policyId, policy.name AS policyName, policy.cancel_minutes AS cancelMinutes,
      policy.blackout_from AS blackoutFrom, policy.blackout_until AS blackoutUntil,
      policy.late_keeps_credit AS lateLosesCredit, policy.late_fee_minor AS lateFeeMinor,
      appointment_type.room_ids AS roomIds, appointment_type.coach_ids AS coachIds,
      appointment_type.package_ids AS packageIds, class_type.archived_at IS NOT NULL AS archived,
      appointment_type.version
    FROM appointment_types AS appointment_type
    JOIN class_types AS class_type ON class_type.id = appointment_type.id
    JOIN policies AS policy ON policy.id = (
      SELECT newest.id FROM policies AS newest
      WHERE newest.studio_id = appointment_type.studio_id AND newest.name = (
        SELECT booked_policy.name FROM policies AS booked_policy
        WHERE booked_policy.id = appointment_type.policy_id) ORDER BY newest.version DESC LIMIT 1)
    WHERE appointment_type.studio_id = ${studio.id} AND ${where}
    ORDER BY class_type.archived_at IS NOT NULL, class_type.name LIMIT 100`)
}

const list = (text: string) => text.split(',').filter(Boolean)

export function toType(row: TypeRow): AppointmentType {
  return {
    ...row,
    roomIds: list(row.roomIds),
    coachIds: list(row.coachIds),
    packageIds: list(row.packageIds),
    approval: row.approval === 1,
    archived: row.archived === 1,
    lateLosesCredit: row.lateLosesCredit === 1,
  }
}

type BusyRow = {
  coachId: string
  roomId: string
  startsAt: string
  endsAt: string
  busyFrom: string
  busyUntil: string
  /** The room is taken from its set-up, and until it is turned round, so many minutes later. */
  roomFrom: string
  roomUntil: string
  turn: number
}
type BlockRow = { coachId: string | null; roomId: string | null; startsAt: string; endsAt: string }
export type SlotRows = {
  weekly: (WeeklyHours & { coachId: string })[]
  dated: (DatedHours & { coachId: string })[]
  busy: BusyRow[]
  blocks: BlockRow[]
  coming: ComingClass[]
  /** Equipment that class types and appointment types need; what is in a room counts there only. */
  needs: { equipmentId: string; classTypeId: string; roomId: string | null; usable: number }[]
  inUse: { equipmentId: string; startsAt: string; endsAt: string; people: number }[]
  closed: ClosedRoom[]
  /** Days on which a coach may not give a type, being without what it asks for. */
  unfit: { coachId: string; typeId: string; date: LocalDate }[]
  coaches: { id: string; name: string }[]
}

/**
 * All that says when coaches and rooms are free on the dates from `from` until `until` (not
 * included).
 */
export function slotStatements(
  ctx: StudioContext,
  { from, until }: { from: LocalDate; until: LocalDate },
  except = '',
): { [K in keyof SlotRows]: Statement<SlotRows[K]> } {
  const { db, studio, now } = ctx
  return {
    weekly: db.all(sql`
      SELECT coach_id AS coachId, weekday, "from", until, time_zone AS timeZone FROM availability
      WHERE studio_id = ${studio.id} LIMIT 1000`),
    dated: db.all(sql`
      SELECT coach_id AS coachId, date, kind, "from", until, time_zone AS timeZone
      FROM availability_exceptions
      WHERE studio_id = ${studio.id} AND date >= ${from} AND date < ${until} LIMIT 1000`),
    // A day more on each side: hours over midnight, and zones that are ahead of the studio's.
    busy: db.all<BusyRow>(sql`
      SELECT o.coach_id AS coachId, o.room_id AS roomId, o.starts_at AS startsAt,
        o.ends_at AS endsAt, coalesce(o.busy_from, o.starts_at) AS busyFrom,
        coalesce(o.busy_until, o.ends_at) AS busyUntil, ${roomFromSql} AS roomFrom,
        ${roomUntilSql} AS roomUntil, room.turn_round_minutes AS turn
      FROM occurrences AS o JOIN rooms AS room ON room.id = o.room_id
      JOIN class_types AS class_type ON class_type.id = o.class_type_id
      WHERE o.studio_id = ${studio.id}
        AND o.local_start >= ${addDays(from, -1)}
        AND o.local_start < ${addDays(until, 1)} AND o.id <> ${except}
        AND (o.state = 'scheduled' OR (o.state = 'held' AND o.held_until > ${now})) LIMIT 2000`),
    blocks: db.all<BlockRow>(sql`
      SELECT coach_id AS coachId, room_id AS roomId, starts_at AS startsAt,
        ends_at AS endsAt FROM blocks
      WHERE studio_id = ${studio.id} AND ends_at > ${addDays(from, -1)}
        AND starts_at < ${addDays(until, 1)} LIMIT 300`),
    closed: closedRoomsStatement(ctx, { from, until }),
    unfit: db.all(sql`
      SELECT coach.id AS coachId, type.id AS typeId, day.value AS date
      FROM qualification_kinds AS kind CROSS JOIN appointment_types AS offered
      CROSS JOIN class_types AS type ON type.id = offered.id
      CROSS JOIN people AS coach ON coach.studio_id = offered.studio_id AND coach.is_staff = 1
      CROSS JOIN json_each(${JSON.stringify(daysFrom(from, addDays(until, -1)))}) AS day
      WHERE ${kindsInForceSql(ctx, 'block')} AND offered.studio_id = ${studio.id}
        AND instr(',' || offered.coach_ids || ',', ',' || coach.id || ',') > 0
        AND ${neededSql(sql`type.id`, sql`type.discipline_id`)}
        AND NOT ${heldOnSql(sql`coach.id`, sql`day.value`)} LIMIT 5000`),
    needs: db.all(sql`
      SELECT need.equipment_id AS equipmentId, need.class_type_id AS classTypeId,
        equipment.room_id AS roomId, equipment.quantity - equipment.out_of_service AS usable
      FROM equipment_needs AS need JOIN equipment ON equipment.id = need.equipment_id
      WHERE need.studio_id = ${studio.id} AND equipment.archived_at IS NULL LIMIT 500`),
    inUse: db.all(sql`
      SELECT need.equipment_id AS equipmentId, o.starts_at AS startsAt, o.ends_at AS endsAt,
        ${peopleOf('o')} AS people
      FROM occurrences AS o CROSS JOIN equipment_needs AS need ON need.studio_id = o.studio_id
        AND need.class_type_id = o.class_type_id
      JOIN equipment ON equipment.id = need.equipment_id
      WHERE o.studio_id = ${studio.id} AND o.local_start >= ${addDays(from, -1)}
        AND o.local_start < ${addDays(until, 1)} AND o.id <> ${except}
        AND o.state IN ('scheduled','held')
        AND (equipment.room_id IS NULL OR equipment.room_id = o.room_id) LIMIT 2000`),
    coming: comingClassesStatement(ctx, { from: addDays(from, -1), until: addDays(until, 1) }),
    coaches: db.all<{ id: string; name: string }>(sql`
      SELECT id, name FROM people
      WHERE studio_id = ${studio.id} AND is_staff = 1 AND archived_at IS NULL
      ORDER BY name LIMIT 200`),
  }
}

/**
 * Appointments with who, when and where. `where` is a condition on `appointment` or occurrence
 * `o`; `source` says which of the two is looked up first.
 */
export function appointmentsStatement(
  { db, studio }: StudioContext,
  where: SQL,
  limit = 100,
  source: SQL = sql`appointments AS appointment
    CROSS JOIN occurrences AS o ON o.id = appointment.id`,
): Statement<Appointment[]> {
  return db.all<Appointment>(sql`
    SELECT appointment.id, appointment.type_id AS typeId, appointment.person_id AS personId,
      person.name AS personName, person.preferred_name AS preferredName,
      ${addressSql()}, appointment.state, o.state AS occurrenceState, b.id AS bookingId,
      b.state AS bookingState, b.lot_id AS lotId, package.name AS lotName,
      ${takenOfLotSql(sql`b.studio_id`, sql`b.id`, sql`b.lot_id`)} AS taken,
      class_type.name AS title,
      o.starts_at AS startsAt, o.ends_at AS endsAt, o.local_start AS localStart,
      o.time_zone AS timeZone, o.cutoff_at AS cutoffAt, o.held_until AS heldUntil,
      o.coach_id AS coachId,
      ${calledSql('coach')} AS coachName,
      o.room_id AS roomId, room.name AS roomName, appointment.people, appointment.guests,
      appointment.price_minor AS priceMinor, appointment.price_per AS pricePer, appointment.moves_id AS movesId, appointment.reason,
      appointment.created_at AS createdAt
    FROM ${source}
    JOIN class_types AS class_type ON class_type.id = appointment.type_id
    JOIN people AS person ON person.id = appointment.person_id
    JOIN people AS coach ON coach.id = o.coach_id JOIN rooms AS room ON room.id = o.room_id
    LEFT JOIN bookings AS b ON b.studio_id = appointment.studio_id
      AND b.occurrence_id = appointment.id AND b.person_id = appointment.person_id
    LEFT JOIN lots AS lot ON lot.id = b.lot_id
    LEFT JOIN packages AS package ON package.id = lot.package_id
    WHERE appointment.studio_id = ${studio.id} AND ${where} ORDER BY o.starts_at LIMIT ${limit}`)
}

/** A person's appointments that are held, asked for or confirmed and not over. */
export const mineAheadStatement = (ctx: StudioContext, personId: string) =>
  appointmentsStatement(
    ctx,
    sql`appointment.person_id = ${personId}
      AND appointment.state IN ('held','requested','confirmed') AND o.ends_at > ${ctx.now}
      AND (o.state = 'scheduled' OR (o.state = 'held' AND o.held_until > ${ctx.now}))`,
    30,
  )
