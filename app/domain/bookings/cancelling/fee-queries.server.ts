import { sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { LocalDateTime } from '#app/values/zone.ts'

export type PersonFee = {
  id: string
  personId: string
  personName: string
  bookingId: string
  occurrenceId: string
  kind: 'late_cancel' | 'no_show'
  amountMinor: number
  currency: string
  state: string
  dueAt: string
  title: string
  localStart: LocalDateTime
}

/** One fee of a person, or that they pay for a child; null where the studio's person has no such fee. */
export async function findFee({ db, studio }: StudioContext, personId: string, feeId: string) {
  const [fee] = await db.all<PersonFee>(sql`
    SELECT fee.id, fee.person_id AS personId, person.name AS personName,
      fee.booking_id AS bookingId, b.occurrence_id AS occurrenceId, fee.kind,
      fee.amount_minor AS amountMinor, fee.currency, fee.state, fee.due_at AS dueAt,
      class_type.name AS title, o.local_start AS localStart
    FROM fees AS fee JOIN people AS person ON person.id = fee.person_id
    JOIN bookings AS b ON b.id = fee.booking_id
    JOIN occurrences AS o ON o.id = b.occurrence_id
    JOIN class_types AS class_type ON class_type.id = o.class_type_id
    WHERE fee.studio_id = ${studio.id} AND fee.id = ${feeId}
      AND (fee.person_id = ${personId} OR b.guardian_id = ${personId})`)
  return fee ?? null
}
