/** Appointment types and availability for tests, made by the same use cases as the product's. */
import { sql } from 'drizzle-orm'
import type { TypeTerms } from '#app/domain/appointments/appointment-view.ts'
import { addWeeklyHours } from '#app/domain/appointments/change-availability.server.ts'
import { confirmMine } from '#app/domain/appointments/confirm-appointment.server.ts'
import { holdSlot } from '#app/domain/appointments/hold-slot.server.ts'
import { saveType } from '#app/domain/appointments/save-type.server.ts'
import { newId } from '#app/values/id.ts'
import type { Instant } from '#app/values/instant.ts'
import type { Person, World } from './world.ts'

/**
 * 60 minutes for £45.00 with a buffer of 15 minutes after, in the pole studio; Dee has Tuesday
 * 09:00 to 13:00.
 */
export async function givenAppointments(w: World, more: Partial<TypeTerms> = {}) {
  const id = newId()
  const saved = await saveType(
    w.asDesk('2026-10-01T09:00:00Z'),
    id,
    {
      name: `Private lesson ${id}`,
      description: '',
      disciplineId: w.ids.pole,
      minutes: 60,
      priceMinor: 4_500,
      pricePer: 'session',
      people: 2,
      bufferBefore: 0,
      bufferAfter: 15,
      noticeMinutes: 60,
      aheadDays: 60,
      gridMinutes: 15,
      approval: false,
      policyId: w.ids.policyId,
      roomIds: [w.ids.roomId],
      coachIds: [w.coach.id],
      packageIds: [],
      ...more,
    },
    null,
  )
  if (!saved.ok) throw new Error(`The type was refused: ${saved.reason}`)
  for (const coachId of more.coachIds ?? [w.coach.id]) {
    await addWeeklyHours(w.asDesk('2026-10-01T09:00:00Z'), {
      coachId,
      weekday: 2,
      from: '09:00',
      until: '13:00',
    })
  }
  return id
}

/** Holds and confirms a start for one person; answers the appointment's id. */
export async function givenAppointment(
  w: World,
  typeId: string,
  person: Person,
  startsAt: Instant,
  now: Instant,
) {
  const held = await holdSlot(w.asMember(person, now), { typeId, coachId: w.coach.id, startsAt })
  if (!held.ok) throw new Error(`The start was refused: ${held.reason}`)
  const confirmed = await confirmMine(w.asMember(person, now), held.appointmentId, { people: 1 })
  if (!confirmed.ok) throw new Error(`The appointment was refused: ${confirmed.reason}`)
  return held.appointmentId
}

/** What is in a person's account, oldest first: `appointment 4500 open`. */
export async function accountOf({ db, studio }: World, person: Person): Promise<string[]> {
  const rows = await db.all<{ text: string }>(sql`
    SELECT kind || ' ' || amount_minor || ' ' || state AS text FROM open_items
    WHERE studio_id = ${studio.id} AND person_id = ${person.id} ORDER BY rowid`)
  return rows.map(({ text }) => text)
}

/** State of an appointment's row and of its occurrence. */
export async function stateOf({ db, studio }: World, appointmentId: string): Promise<string> {
  const [row] = await db.all<{ text: string }>(sql`
    SELECT appointment.state || ', ' || o.state AS text FROM appointments AS appointment
    JOIN occurrences AS o ON o.id = appointment.id
    WHERE appointment.studio_id = ${studio.id} AND appointment.id = ${appointmentId}`)
  return row?.text ?? 'none'
}
