/** Types, hours and appointments as rows. */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { type ClosedRoom, closedRoomsStatement } from '#app/domain/calendar/closed-days.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addDays, type LocalDate } from '#app/values/zone.ts'
import type { Appointment, AppointmentType } from './appointment-view.ts'
import type { DatedHours, WeeklyHours } from './slots.ts'

export type TypeRow = Omit<
  AppointmentType,
  'roomIds' | 'coachIds' | 'packageIds' | 'approval' | 'archived' | 'lateKeepsCredit'
> & {
  roomIds: string
  coachIds: string
  packageIds: string
  approval: number
  archived: number
  lateKeepsCredit: number
}

/** Types with the policy in force, the newest version of its name. `where` is a condition on type `a` or class type `t`. */
export function typesStatement(
  { db, studio }: StudioContext,
  where: SQL = sql`1`,
): Statement<TypeRow[]> {
  return db.all<TypeRow>(sql`
    SELECT a.id, t.name, t.description, t.discipline_id AS disciplineId, t.minutes, a.price_minor AS priceMinor,
      a.price_per AS pricePer, a.people, a.buffer_before AS bufferBefore, a.buffer_after AS bufferAfter,
      a.notice_minutes AS noticeMinutes, a.ahead_days AS aheadDays, a.grid_minutes AS gridMinutes, a.approval,
      p.id AS policyId, p.name AS policyName, p.cancel_minutes AS cancelMinutes, p.blackout_from AS blackoutFrom,
      p.blackout_until AS blackoutUntil, p.late_keeps_credit AS lateKeepsCredit, p.late_fee_minor AS lateFeeMinor,
      a.room_ids AS roomIds, a.coach_ids AS coachIds, a.package_ids AS packageIds, t.archived_at IS NOT NULL AS archived,
      a.version
    FROM appointment_types AS a JOIN class_types AS t ON t.id = a.id
    JOIN policies AS p ON p.id = (
      SELECT n.id FROM policies AS n WHERE n.studio_id = a.studio_id AND n.name = (
        SELECT k.name FROM policies AS k WHERE k.id = a.policy_id) ORDER BY n.version DESC LIMIT 1)
    WHERE a.studio_id = ${studio.id} AND ${where} ORDER BY t.archived_at IS NOT NULL, t.name LIMIT 100`)
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
    lateKeepsCredit: row.lateKeepsCredit === 1,
  }
}

type BusyRow = {
  coachId: string
  roomId: string
  startsAt: string
  endsAt: string
  busyFrom: string
  busyUntil: string
}
type BlockRow = { coachId: string | null; roomId: string | null; startsAt: string; endsAt: string }
export type SlotRows = {
  weekly: (WeeklyHours & { coachId: string })[]
  dated: (DatedHours & { coachId: string })[]
  busy: BusyRow[]
  blocks: BlockRow[]
  closed: ClosedRoom[]
  coaches: { id: string; name: string }[]
}

/** All that says when coaches and rooms are free on the dates from `from` until `until` (not included). */
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
      SELECT coach_id AS coachId, date, kind, "from", until, time_zone AS timeZone FROM availability_exceptions
      WHERE studio_id = ${studio.id} AND date >= ${from} AND date < ${until} LIMIT 1000`),
    // A day more on each side: hours over midnight, and zones that are ahead of the studio's.
    busy: db.all<BusyRow>(sql`
      SELECT o.coach_id AS coachId, o.room_id AS roomId, o.starts_at AS startsAt, o.ends_at AS endsAt,
        coalesce(o.busy_from, o.starts_at) AS busyFrom, coalesce(o.busy_until, o.ends_at) AS busyUntil
      FROM occurrences AS o WHERE o.studio_id = ${studio.id} AND o.local_start >= ${addDays(from, -1)}
        AND o.local_start < ${addDays(until, 1)} AND o.id <> ${except}
        AND (o.state = 'scheduled' OR (o.state = 'held' AND o.held_until > ${now})) LIMIT 2000`),
    blocks: db.all<BlockRow>(sql`
      SELECT coach_id AS coachId, room_id AS roomId, starts_at AS startsAt, ends_at AS endsAt FROM blocks
      WHERE studio_id = ${studio.id} AND ends_at > ${addDays(from, -1)} AND starts_at < ${addDays(until, 1)} LIMIT 300`),
    closed: closedRoomsStatement(ctx, { from, until }),
    coaches: db.all<{ id: string; name: string }>(sql`
      SELECT id, name FROM people WHERE studio_id = ${studio.id} AND is_staff = 1 AND archived_at IS NULL
      ORDER BY name LIMIT 200`),
  }
}

/**
 * Appointments with who, when and where. `where` is a condition on appointment `a` or occurrence `o`; `source` says which
 * of the two is looked up first.
 */
export function appointmentsStatement(
  { db, studio }: StudioContext,
  where: SQL,
  limit = 100,
  source: SQL = sql`appointments AS a CROSS JOIN occurrences AS o ON o.id = a.id`,
): Statement<Appointment[]> {
  return db.all<Appointment>(sql`
    SELECT a.id, a.type_id AS typeId, a.person_id AS personId, h.name AS personName, h.preferred_name AS preferredName,
      h.email, a.state, o.state AS occurrenceState, b.id AS bookingId, b.state AS bookingState, k.name AS lotName,
      t.name AS title, o.starts_at AS startsAt, o.ends_at AS endsAt, o.local_start AS localStart,
      o.time_zone AS timeZone, o.cutoff_at AS cutoffAt, o.held_until AS heldUntil, o.coach_id AS coachId,
      CASE c.preferred_name WHEN '' THEN c.name ELSE c.preferred_name END AS coachName, o.room_id AS roomId,
      r.name AS roomName, a.people, a.guests, a.price_minor AS priceMinor, a.moves_id AS movesId, a.reason
    FROM ${source}
    JOIN class_types AS t ON t.id = a.type_id JOIN people AS h ON h.id = a.person_id
    JOIN people AS c ON c.id = o.coach_id JOIN rooms AS r ON r.id = o.room_id
    LEFT JOIN bookings AS b ON b.studio_id = a.studio_id AND b.occurrence_id = a.id AND b.person_id = a.person_id
    LEFT JOIN lots AS l ON l.id = b.lot_id LEFT JOIN packages AS k ON k.id = l.package_id
    WHERE a.studio_id = ${studio.id} AND ${where} ORDER BY o.starts_at LIMIT ${limit}`)
}

/** A person's appointments that are held, asked for or confirmed and not over. */
export const mineAheadStatement = (ctx: StudioContext, personId: string) =>
  appointmentsStatement(
    ctx,
    sql`a.person_id = ${personId} AND a.state IN ('held','requested','confirmed') AND o.ends_at > ${ctx.now}
      AND (o.state = 'scheduled' OR (o.state = 'held' AND o.held_until > ${ctx.now}))`,
    30,
  )
