/** What an unpaid bill makes of a membership (SM-MEM), for the batch that notes it. */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { LocalDate } from '#app/values/zone.ts'

type Ctx = Pick<StudioContext, 'db' | 'studio'>

/**
 * A bill of it was not paid: past due, and good for bookings until the end of a day. What it was
 * booked for stays. Paid, the trigger "collection_ends" brings it back.
 */
export const pastDueStatement = (
  { db, studio }: Ctx,
  membershipId: string,
  until: LocalDate,
  onlyIf: SQL,
): Statement<D1Result> =>
  db.run(sql`
    UPDATE memberships SET state = 'past_due', grace_until = ${until}
    WHERE studio_id = ${studio.id} AND id = ${membershipId}
      AND state IN ('scheduled','trialing','active','cancel_scheduled') AND ${onlyIf}`)

/** It is not paid after all retries. */
export const suspendStatement = (
  { db, studio }: Ctx,
  membershipId: string,
  onlyIf: SQL,
): Statement<D1Result> =>
  db.run(sql`
    UPDATE memberships SET state = 'suspended', grace_until = NULL
    WHERE studio_id = ${studio.id} AND id = ${membershipId} AND state = 'past_due' AND ${onlyIf}`)

/** Staff let its holder book on while it is past due: to the end of another day. */
export const graceStatement = (
  { db, studio }: Ctx,
  membershipId: string,
  until: LocalDate,
  onlyIf: SQL,
): Statement<D1Result> =>
  db.run(sql`
    UPDATE memberships SET grace_until = ${until}
    WHERE studio_id = ${studio.id} AND id = ${membershipId} AND state = 'past_due' AND ${onlyIf}`)
