import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { type MakeUpRow, makeUpsHeldStatement } from '#app/domain/courses/make-up-queries.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type LocalDate, localDate } from '#app/values/zone.ts'
import type { Held, HeldLot, HeldMembership } from './choose-entitlement.ts'

export type MembershipRow = Omit<HeldMembership, 'covers' | 'usedOn'> & {
  personId: string
  covers: string
}
export type LotRow = Omit<HeldLot, 'covers' | 'refunded'> & {
  personId: string
  covers: string
  refundedAt: string | null
  /** Credits of the package, for "6 of 10 left". */
  credits: number
}
/** A class that a membership with a weekly limit has paid for. */
export type UseRow = { personId: string; membershipId: string; usedOn: LocalDate }

/** What a person holds today, for a page's batch; `toHeld` turns the rows into what the choice takes. */
export function entitlementsStatements(ctx: StudioContext, personId: string) {
  return entitlementsOfStatements(ctx, sql`(${personId})`)
}

/** The same for several people: `whose` is what stands behind `person_id IN`. */
export function entitlementsOfStatements(
  ctx: StudioContext,
  whose: SQL,
): {
  memberships: Statement<MembershipRow[]>
  lots: Statement<LotRow[]>
  makeUps: Statement<MakeUpRow[]>
} {
  const { db, studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  return {
    memberships: db.all<MembershipRow>(sql`
      SELECT m.id, m.person_id AS personId, p.name, m.state, m.starts_on AS startsOn, m.ends_on AS endsOn,
        m.frozen_from AS frozenFrom, m.frozen_until AS frozenUntil, m.purchased_at AS purchasedAt, p.covers,
        p.weekly_limit AS weeklyLimit
      FROM memberships AS m JOIN plans AS p ON p.id = m.plan_id
      WHERE m.studio_id = ${studio.id} AND m.person_id IN ${whose} AND (m.ends_on IS NULL OR m.ends_on >= ${today})
      ORDER BY m.purchased_at, m.id`),
    lots: db.all<LotRow>(sql`
      SELECT l.id, l.person_id AS personId, p.name, l.starts_on AS startsOn, l.expires_on AS expiresOn,
        l.refunded_at AS refundedAt, l.purchased_at AS purchasedAt, p.covers, p.credits,
        (SELECT coalesce(sum(e.amount), 0) FROM entries AS e WHERE e.studio_id = l.studio_id AND e.lot_id = l.id) AS left
      FROM lots AS l JOIN packages AS p ON p.id = l.package_id
      WHERE l.studio_id = ${studio.id} AND l.person_id IN ${whose} AND l.expires_on >= ${today}
      ORDER BY l.expires_on, l.purchased_at, l.id`),
    makeUps: makeUpsHeldStatement(ctx, whose),
  }
}

/** Memberships with a weekly limit, as a table for a join: only their uses have to be counted. */
export function limitedMembershipsSql({ studio }: StudioContext, whose: SQL): SQL {
  return sql`(
    SELECT m.id, m.person_id FROM memberships AS m JOIN plans AS p ON p.id = m.plan_id
    WHERE m.studio_id = ${studio.id} AND m.person_id IN ${whose} AND p.weekly_limit IS NOT NULL)`
}

/** Rows of one person as what `chooseEntitlement` takes. */
export function toHeld(
  personId: string,
  rows: {
    memberships: readonly MembershipRow[]
    lots: readonly LotRow[]
    uses: readonly UseRow[]
    makeUps?: readonly MakeUpRow[]
  },
): Held {
  return {
    memberships: rows.memberships
      .filter((row) => row.personId === personId)
      .map((row) => ({
        ...row,
        covers: listOf(row.covers),
        usedOn: rows.uses.filter((use) => use.membershipId === row.id).map((use) => use.usedOn),
      })),
    lots: rows.lots
      .filter((row) => row.personId === personId)
      .map((row) => ({ ...row, covers: listOf(row.covers), refunded: row.refundedAt !== null })),
    makeUps: (rows.makeUps ?? []).filter((row) => row.personId === personId),
  }
}

const listOf = (text: string) => text.split(',').filter(Boolean)
