import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { type MakeUpRow, makeUpsHeldStatement } from '#app/domain/places/make-up-queries.server.ts'
import { sharersSql, sharingSql } from '#app/domain/places/pays-guards.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type LocalDate, localDate } from '#app/values/zone.ts'
import type { Held, HeldLot, HeldMembership } from './choose-entitlement.ts'
import type { PeriodTerms } from './class-limit.ts'

export type MembershipRow = Omit<HeldMembership, 'covers' | 'locations' | 'usedOn' | 'period'> & {
  personId: string
  covers: string
  locations: string
  /** `PeriodTerms` as JSON. */
  period: string | null
}
export type LotRow = Omit<HeldLot, 'covers' | 'refunded' | 'shared' | 'unpaid'> & {
  personId: string
  covers: string
  refundedAt: string | null
  /** Nothing more is paid with it until it is paid: 1 or 0. */
  unpaid: number
  /** Whose it is: the person, or a guardian who shares it with them. */
  ownerId: string
  /** Its owner shares it with those they look after: 1 or 0. */
  family: number
  /** Credits of the package, for "6 of 10 left". */
  credits: number
}
/** A class that a membership with a limit has paid for. */
export type UseRow = { personId: string; membershipId: string; usedOn: LocalDate }

/**
 * What a person may pay with today, for a page's batch; `toHeld` turns the rows into what the
 * choice takes. Packs that are shared with them are among it; where somebody acts (`guardianId`),
 * theirs alone.
 */
export function entitlementsStatements(ctx: StudioContext, personId: string) {
  const { studio, guardianId } = ctx
  const owners = guardianId
    ? sql`(${personId}, ${guardianId})`
    : sql`(SELECT ${personId} UNION ALL ${sharersSql(studio, sql`= ${personId}`)})`
  return {
    ...entitlementsOfStatements(ctx, sql`(${personId})`),
    lots: lotsStatement(ctx, {
      personId: sql`${personId}`,
      source: sql`lots AS lot`,
      condition: sql`lot.studio_id = ${studio.id} AND lot.person_id IN ${owners}
        AND (lot.person_id = ${personId} OR lot.family = 1)`,
    }),
  }
}

/** The same for several people: `whose` is what is behind `person_id IN`. */
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
  const held = sql`(
    SELECT own.id, own.person_id FROM lots AS own
    WHERE own.studio_id = ${studio.id} AND own.person_id IN ${whose} AND own.expires_on >= ${today}
    UNION ALL
    SELECT given.id, sharing.person_id FROM (${sharingSql(studio, sql`IN ${whose}`)}) AS sharing
    CROSS JOIN lots AS given ON given.studio_id = ${studio.id}
      AND given.person_id = sharing.owner_id AND given.expires_on >= ${today}
      AND given.family = 1)`
  return {
    memberships: db.all<MembershipRow>(sql`
      SELECT ${membershipColumnsSql(studio)}
      FROM memberships AS membership JOIN plans AS plan ON plan.id = membership.plan_id
      WHERE membership.studio_id = ${studio.id} AND membership.person_id IN ${whose}
        AND (membership.ends_on IS NULL OR membership.ends_on >= ${today})
      ORDER BY membership.purchased_at, membership.id`),
    lots: lotsStatement(ctx, {
      personId: sql`held.person_id`,
      source: sql`${held} AS held CROSS JOIN lots AS lot ON lot.id = held.id`,
      condition: sql`1`,
    }),
    makeUps: makeUpsHeldStatement(ctx, whose),
  }
}

/** Lots that are not over, soonest first; `personId` is for whom each may pay. */
function lotsStatement(
  { db, studio, now }: StudioContext,
  { personId, source, condition }: Record<'personId' | 'source' | 'condition', SQL>,
): Statement<LotRow[]> {
  return db.all<LotRow>(sql`
    SELECT lot.id, ${personId} personId, lot.person_id ownerId, lot.family,
      name, starts_on startsOn, lot.expires_on expiresOn, refunded_at refundedAt,
      purchased_at purchasedAt, unpaid, frozen_from frozenFrom, frozen_until frozenUntil,
      covers, credits, package.kind packKind,
      (SELECT coalesce(sum(amount), 0) FROM entries
        WHERE studio_id = lot.studio_id AND lot_id = lot.id) AS left
    FROM ${source} JOIN packages AS package ON package.id = lot.package_id
    WHERE ${condition} AND lot.expires_on >= ${localDate(now, studio.timeZone)}
    ORDER BY lot.expires_on, lot.purchased_at, lot.id`)
}

/** `PeriodTerms` of `membership` and its `plan` as JSON, for `toPeriodTerms`. */
export function periodTermsSql(): SQL {
  return sql`CASE WHEN plan.period_limit IS NOT NULL THEN json_object('limit', plan.period_limit,
    'interval', plan.interval, 'anchorOn', membership.anchor_on, 'priceMinor', plan.price_minor,
    'trialDays', membership.trial_days, 'billed', ${billedPeriodsSql()},
    'freezes', ${freezesSql()},
    'next', (SELECT json_object('on', membership.next_plan_on, 'limit', period_limit,
      'priceMinor', price_minor) FROM plans WHERE id = membership.next_plan_id)) END`
}

/** The newest billed periods of `membership`, oldest first, as JSON. */
export const billedPeriodsSql = (): SQL => sql`(
  SELECT json_group_array(json_object('from', from_on, 'until', until_on, 'priceMinor', price_minor,
    'frozenMinor', frozen_minor, 'allowance', allowance) ORDER BY from_on) FROM (
      SELECT * FROM membership_periods
      WHERE studio_id = membership.studio_id AND membership_id = membership.id
      ORDER BY from_on DESC LIMIT 14))`

/** Freezes of `membership`, oldest first, as JSON. */
export const freezesSql = (): SQL => sql`(
  SELECT json_group_array(json(iif(settled,
    json_object('from', from_on, 'until', until_on, 'settled', 1),
    json_object('from', from_on, 'until', until_on))) ORDER BY from_on)
  FROM membership_freezes
  WHERE studio_id = membership.studio_id AND membership_id = membership.id)`

export const toPeriodTerms = (json: string | null): PeriodTerms | null =>
  json === null ? null : (JSON.parse(json) as PeriodTerms)

/** Columns of a `MembershipRow`, of `membership` and its `plan`. */
export const membershipColumnsSql = ({
  weekStart,
  peakHours,
}: {
  weekStart: number
  peakHours: string
}): SQL => sql`
  membership.id, membership.person_id AS personId, plan.name, membership.state,
  membership.starts_on AS startsOn, membership.ends_on AS endsOn,
  membership.frozen_from AS frozenFrom, membership.frozen_until AS frozenUntil,
  membership.grace_until AS graceUntil,
  membership.purchased_at AS purchasedAt, plan.covers, plan.weekly_limit AS weeklyLimit,
  plan.locations, iif(plan.off_peak, ${peakHours}, '') AS notIn, ${weekStart} AS weekStart,
  plan.rollover_most AS rollover, plan.guest_places AS guestPlaces, plan.interval,
  membership.anchor_on AS anchorOn,
  ${periodTermsSql()} AS period`

/** Memberships with a limit, as a table for a join: only their uses have to be counted. */
export function limitedMembershipsSql({ studio }: StudioContext, whose: SQL): SQL {
  return sql`(
    SELECT membership.id, membership.person_id FROM memberships AS membership
    JOIN plans AS plan ON plan.id = membership.plan_id
    WHERE membership.studio_id = ${studio.id} AND membership.person_id IN ${whose}
      AND (plan.weekly_limit IS NOT NULL OR plan.period_limit IS NOT NULL))`
}

/** Rows of one person as what `chooseEntitlement` takes. */
export function toHeld(
  personId: string,
  rows: {
    memberships: readonly MembershipRow[]
    lots: readonly LotRow[]
    uses: readonly UseRow[]
    makeUps?: readonly MakeUpRow[] | undefined
  },
): Held {
  return {
    memberships: rows.memberships
      .filter((row) => row.personId === personId)
      .map((row) => ({
        ...row,
        covers: listOf(row.covers),
        locations: listOf(row.locations),
        period: toPeriodTerms(row.period),
        usedOn: rows.uses.filter((use) => use.membershipId === row.id).map((use) => use.usedOn),
      })),
    lots: rows.lots
      .filter((row) => row.personId === personId)
      .map((row) => ({
        ...row,
        covers: listOf(row.covers),
        refunded: row.refundedAt !== null,
        unpaid: row.unpaid === 1,
        shared: row.ownerId !== personId,
      })),
    makeUps: (rows.makeUps ?? []).filter((row) => row.personId === personId),
  }
}

const listOf = (text: string) => text.split(',').filter(Boolean)
