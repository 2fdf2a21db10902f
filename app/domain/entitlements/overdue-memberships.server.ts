/** What an unpaid bill makes of a membership (SM-MEM), for the batch that notes it. */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { LocalDate } from '#app/values/zone.ts'
import type { MembershipState } from './held-plans.server.ts'

type Ctx = Pick<StudioContext, 'db' | 'studio'>

/**
 * The state that an act gives a membership, as a value of its UPDATE: what is past due or suspended
 * stays so until it is paid, whatever becomes of its days.
 */
export const unlessUnpaidSql = (state: MembershipState): SQL =>
  sql`iif(state IN ('past_due','suspended'), state, ${state})`

/** A bill of the membership was not paid: it is past due or suspended. */
export const unpaidMembershipSql = ({ studio }: Ctx, membershipId: string): SQL => sql`EXISTS (
  SELECT 1 FROM memberships AS unpaid WHERE unpaid.studio_id = ${studio.id}
    AND unpaid.id = ${membershipId} AND unpaid.state IN ('past_due','suspended'))`

/**
 * A bill of it was not paid: past due, and good for bookings until the end of a day. What it was
 * booked for stays. Paid, the trigger "collection_ends" brings it back.
 */
export const pastDueStatement = (
  { db, studio }: Ctx,
  membershipId: string | SQL,
  until: LocalDate,
  onlyIf: SQL,
): Statement<D1Result> =>
  db.run(sql`
    UPDATE memberships SET state = 'past_due', grace_until = ${until}
    WHERE studio_id = ${studio.id} AND id = ${membershipId}
      AND state IN ('scheduled','trialing','active','cancel_scheduled') AND ${onlyIf}`)

/** The same for several at once, of `ids` (a SELECT): one of their late bills was paid, another not. */
export const pastDueAgainStatement = (
  { db, studio }: Ctx,
  ids: SQL,
  until: LocalDate,
): Statement<D1Result> =>
  db.run(sql`
    UPDATE memberships SET state = 'past_due', grace_until = ${until}
    WHERE studio_id = ${studio.id} AND id IN (${ids})
      AND state IN ('scheduled','trialing','active','cancel_scheduled')`)

/** The bill of several, of `ids`, isn't late any more: they book again, unless `late` holds them. */
export const notLateStatement = ({ db, studio }: Ctx, ids: SQL, late: SQL): Statement<D1Result> =>
  db.run(sql`
    UPDATE memberships SET state = iif(ends_on IS NULL, 'active', 'cancel_scheduled'),
      grace_until = NULL
    WHERE studio_id = ${studio.id} AND state = 'past_due' AND id IN (${ids})
      AND id NOT IN (${late})`)

/** It is not paid after all retries. */
export const suspendStatement = (
  { db, studio }: Ctx,
  membershipId: string | SQL,
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

/**
 * The membership that takes the place of one with an unpaid bill begins as that one ends: past due
 * or suspended, as long as `row` is as it was read. Goes before the statement that ends it.
 */
export const blockSuccessorStatement = (
  { db, studio }: Ctx,
  row: { id: string; version: number },
): Statement<D1Result> =>
  db.run(sql`
    UPDATE memberships SET state = before.state, grace_until = before.grace_until
    FROM (SELECT superseded_by, state, grace_until FROM memberships
      WHERE studio_id = ${studio.id} AND id = ${row.id} AND version = ${row.version}
        AND state IN ('past_due','suspended')) AS before
    WHERE memberships.studio_id = ${studio.id} AND memberships.id = before.superseded_by
      AND memberships.state IN ('scheduled','trialing','active','cancel_scheduled')`)
