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

/** One fee of a person; null where the studio's person has no such fee. */
export async function findFee({ db, studio }: StudioContext, personId: string, feeId: string) {
  const [fee] = await db.all<PersonFee>(sql`
    SELECT f.id, f.person_id AS personId, h.name AS personName, f.booking_id AS bookingId,
      b.occurrence_id AS occurrenceId, f.kind, f.amount_minor AS amountMinor, f.currency, f.state, f.due_at AS dueAt,
      t.name AS title, o.local_start AS localStart
    FROM fees AS f JOIN people AS h ON h.id = f.person_id JOIN bookings AS b ON b.id = f.booking_id
    JOIN occurrences AS o ON o.id = b.occurrence_id JOIN class_types AS t ON t.id = o.class_type_id
    WHERE f.studio_id = ${studio.id} AND f.id = ${feeId} AND f.person_id = ${personId}`)
  return fee ?? null
}
