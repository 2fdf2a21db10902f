import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { mayTeachSql } from '#app/domain/calendar/unfit-sql.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import { addDays, instantOf, type LocalDateTime } from '#app/values/zone.ts'
import { toType, typesStatement } from './appointment-queries.server.ts'
import { type AppointmentRefusal, mostWeeks } from './appointment-view.ts'
import { confirmAppointment } from './confirm-appointment.server.ts'
import { holdStatements } from './hold-slot.server.ts'
import { dropHoldStatements } from './leave-appointment.server.ts'

export type Booked = { localStart: LocalDateTime; appointmentId: string }
export type Failed = { localStart: LocalDateTime; reason: AppointmentRefusal }
export type BookAtDeskResult =
  | { ok: true; booked: Booked[]; failed: Failed[] }
  | { ok: false; reason: 'not_found' | 'over' }

/**
 * Books a person an appointment at any free time, confirmed at once: staff are not bound to hours,
 * notice or grid, but coach and room must be free and the person not elsewhere. `weeks` books the
 * same wall time week after week; each date stands for itself, and those that failed are told with
 * why. `key` travels with the form: sent twice, the dates that stand are found again and not booked
 * twice.
 */
export async function bookAtDesk(
  ctx: StaffContext,
  wish: {
    key: string
    typeId: string
    personId: string
    coachId: string
    roomId: string
    localStart: LocalDateTime
    weeks: number
    people: number
    guests: string
    companionIds?: readonly string[]
    lotId?: string
  },
): Promise<BookAtDeskResult> {
  const { db, studio, now } = ctx
  const dates = Array.from(
    { length: Math.min(mostWeeks, Math.max(1, wish.weeks)) },
    (_, week) => `${addDays(wish.localStart.slice(0, 10), 7 * week)}T${wish.localStart.slice(11)}`,
  )
  const { types, known, there } = await batch(db, {
    types: typesStatement(ctx, sql`appointment_type.id = ${wish.typeId}`),
    known: db.all<{ n: number }>(sql`
      SELECT (SELECT count(*) FROM people
        WHERE studio_id = ${studio.id} AND id = ${wish.personId} AND archived_at IS NULL)
        + (SELECT count(*) FROM people
          WHERE studio_id = ${studio.id} AND id = ${wish.coachId} AND is_staff = 1)
        + (SELECT count(*) FROM rooms
          WHERE studio_id = ${studio.id} AND id = ${wish.roomId}) AS n`),
    there: db.all<Booked>(sql`
      SELECT o.local_start AS localStart, appointment.id AS appointmentId FROM occurrences AS o
      CROSS JOIN appointments AS appointment ON appointment.id = o.id
      WHERE o.studio_id = ${studio.id}
        AND o.local_start IN (SELECT value FROM json_each(${JSON.stringify(dates)}))
        AND appointment.group_id = ${wish.key} AND appointment.state = 'confirmed'
      LIMIT ${mostWeeks}`),
  })
  const [row] = types
  if (!row || known[0]?.n !== 3) return { ok: false, reason: 'not_found' }
  const type = toType(row)
  if (instantOf(wish.localStart, studio.timeZone) <= now) return { ok: false, reason: 'over' }

  const [booked, failed]: [Booked[], Failed[]] = [[], []]
  for (const localStart of dates) {
    const already = there.find((one) => one.localStart === localStart)
    if (already) {
      booked.push(already)
      continue
    }
    const id = newId()
    const startsAt = instantOf(localStart, studio.timeZone)
    const { personId, coachId, roomId, key } = wish
    const { hold, fit } = await batch(db, {
      ...holdStatements(ctx, type, { id, personId, coachId, roomId, startsAt, groupId: key }),
      fit: db.all<{ fit: number }>(
        sql`SELECT ${mayTeachSql(ctx, {
          personId: sql`${coachId}`,
          typeId: sql`${type.id}`,
          date: sql`${localStart.slice(0, 10)}`,
        })} AS fit`,
      ),
    })
    if (changed(hold) <= 0) {
      failed.push({ localStart, reason: fit[0]?.fit === 0 ? 'not_qualified' : 'taken' })
      continue
    }
    const { people, guests, companionIds = [], lotId } = wish
    const confirmed = await confirmAppointment(ctx, personId, id, {
      people,
      guests,
      companionIds,
      instant: true,
      ...(lotId ? { lotId } : {}),
    })
    if (confirmed.ok) {
      booked.push({ localStart, appointmentId: id })
    } else {
      await batch(db, dropHoldStatements(ctx, id))
      failed.push({ localStart, reason: confirmed.reason })
    }
  }
  return { ok: true, booked, failed }
}
