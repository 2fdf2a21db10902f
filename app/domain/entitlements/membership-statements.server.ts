/** Rows of memberships, their freezes and billed periods, for the batches of anyone who acts on them. */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { signedDocumentSql } from '#app/domain/documents/unsigned-sql.server.ts'
import { currentPersonSql } from '#app/domain/people/person-queries.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { LocalDate } from '#app/values/zone.ts'
import type { HeldPlanRow, MembershipState } from './held-plans.server.ts'
import { type HeldPlan, nextBill, nextUnbilledDay } from './membership-terms.ts'
import { unlessUnpaidSql } from './overdue-memberships.server.ts'

/** A version of a plan that can be bought on `today`: on sale, in its days, and not full. */
export const planOnSaleSql = (today: LocalDate, key = ''): SQL => sql`(plan.archived_at IS NULL
  AND (plan.sale_from IS NULL OR plan.sale_from <= ${today})
  AND (plan.sale_until IS NULL OR plan.sale_until >= ${today})
  AND (plan.most_holders IS NULL OR plan.most_holders > (
    SELECT count(*) FROM plans AS version
    JOIN memberships AS holding ON holding.studio_id = version.studio_id
      AND holding.plan_id = version.id
    WHERE version.studio_id = plan.studio_id AND version.name = plan.name AND holding.id <> ${key}
      AND holding.state NOT IN ('cancelled','expired','superseded'))))`

/** The person has the same plan already, in whichever version: two of a kind would both be billed. */
export const holdsPlanSql = (
  personId: string,
  { startsOn, key }: { startsOn: LocalDate; key: string },
): SQL => sql`EXISTS (
  SELECT 1 FROM memberships AS other
  JOIN plans AS other_plan ON other_plan.id = other.plan_id
  WHERE other.studio_id = plan.studio_id AND other.person_id = ${personId}
    AND other_plan.name = plan.name AND other.id <> ${key}
    AND other.state NOT IN ('cancelled','expired','superseded')
    AND (other.ends_on IS NULL OR other.ends_on >= ${startsOn}))`

/** The person has signed what `plan` asks the person who joins to sign. */
export const planSignedSql = (ctx: StudioContext, personId: string): SQL =>
  sql`(plan.document_id IS NULL OR ${signedDocumentSql(ctx, personId, sql`plan.document_id`)})`

export type NewMembership = {
  id: string
  personId: string
  payerId: string | null
  planId: string
  state: MembershipState
  held: HeldPlan
}

/** The first day that no bill covers, null where no bill comes any more. */
const nextBillDay = (held: HeldPlan): LocalDate | null =>
  nextBill(held) ? nextUnbilledDay(held) : null

/** A date that stands for the anchor of its periods. */
const anchorOnOf = ({ anchor, startsOn }: HeldPlan): LocalDate =>
  anchor.interval === 'month'
    ? `${startsOn.slice(0, 4)}-01-${String(anchor.day).padStart(2, '0')}`
    : anchor.from

/**
 * Writes a membership where `onlyIf` holds, of `plan`: the version that is bought, once the person
 * has signed what it asks for. `whom` says that
 * the person may have one; usually they are on the books and not archived.
 */
export function addMembershipStatement(
  ctx: StudioContext,
  { id, personId, payerId, planId, state, held }: NewMembership,
  onlyIf: SQL,
  whom: SQL = currentPersonSql(ctx, personId),
): Statement<D1Result> {
  const { db, studio, now } = ctx
  return db.run(sql`
    INSERT INTO memberships (id, studio_id, person_id, plan_id, state, starts_on, ends_on,
      purchased_at, anchor_on, next_bill_on, committed_until, trial_days, joining_fee_minor,
      payer_id, family_bp, first_off)
    SELECT ${id}, plan.studio_id, ${personId}, plan.id, ${state}, ${held.startsOn}, ${held.endsOn},
      ${now}, ${anchorOnOf(held)}, ${nextBillDay(held)}, ${held.committedUntil},
      ${held.terms.trialDays}, ${held.terms.joiningFeeMinor}, ${payerId},
      ${held.terms.family?.bp ?? 0}, ${held.firstOff ? JSON.stringify(held.firstOff) : null}
    FROM plans AS plan
    WHERE plan.studio_id = ${studio.id} AND plan.id = ${planId}
      AND ${whom} AND ${onlyIf} AND ${planSignedSql(ctx, personId)}
    ON CONFLICT (id) DO NOTHING`)
}

/** What an act or a bill makes of a membership. */
export type MembershipChange = {
  state?: MembershipState
  planId?: string
  supersededBy?: string | null
  /** The terms that notice was given of hold from now on, or are taken back. */
  nextDone?: boolean
}

/**
 * Writes what became of a membership, as long as nobody changed it since it was read: the guarded
 * statement of an act. `by hand` stays by hand.
 */
export function changeMembershipStatement(
  { db, studio }: StudioContext,
  row: Pick<HeldPlanRow, 'id' | 'version' | 'nextBillOn' | 'billed'>,
  held: HeldPlan,
  { state, planId, supersededBy, nextDone = false }: MembershipChange = {},
  { onlyIf = sql`1`, byHand = false }: { onlyIf?: SQL; byHand?: boolean } = {},
): Statement<D1Result> {
  return db.run(sql`
    UPDATE memberships SET version = version + 1, ends_on = ${held.endsOn},
      committed_until = ${held.committedUntil}, anchor_on = ${anchorOnOf(held)},
      trial_days = ${held.terms.trialDays}, joining_fee_minor = ${held.terms.joiningFeeMinor},
      next_bill_on = ${byHand || supersededBy ? null : nextBillDay(held)}
      ${state ? sql`, state = ${stateSql(state)}` : sql``}
      ${planId ? sql`, plan_id = ${planId}` : sql``}
      ${supersededBy === undefined ? sql`` : sql`, superseded_by = ${supersededBy}`}
      ${nextDone ? sql`, next_plan_id = NULL, next_plan_on = NULL` : sql``}
    WHERE studio_id = ${studio.id} AND id = ${row.id} AND version = ${row.version} AND ${onlyIf}`)
}

const stateSql = (state: MembershipState): SQL =>
  state === 'trialing' || state === 'active' || state === 'cancel_scheduled'
    ? unlessUnpaidSql(state)
    : sql`${state}`

/** A freeze, once a key. */
export function addFreezeStatement(
  { db, studio }: StudioContext,
  freeze: {
    id: string
    membershipId: string
    from: LocalDate
    until: LocalDate | null
    /** The holder's packs are frozen with it (`freezePacksStatement`). */
    packs?: boolean
  },
  onlyIf: SQL,
): Statement<D1Result> {
  const { id, membershipId, from, until, packs = false } = freeze
  return db.run(sql`
    INSERT INTO membership_freezes (id, studio_id, membership_id, from_on, until_on, packs)
    SELECT ${id}, ${studio.id}, ${membershipId}, ${from}, ${until}, ${packs ? 1 : 0}
    WHERE ${onlyIf}
    ON CONFLICT (id) DO NOTHING`)
}

/** A freeze has another last day; one that ends before it begins was none. */
export function endFreezeStatements(
  { db, studio }: StudioContext,
  { membershipId, from, until }: { membershipId: string; from: LocalDate; until: LocalDate },
  onlyIf: SQL,
) {
  const mine = sql`studio_id = ${studio.id} AND membership_id = ${membershipId}
    AND from_on = ${from} AND ${onlyIf}`
  return {
    shortened: db.run(sql`
      UPDATE membership_freezes SET until_on = ${until} WHERE ${mine} AND from_on <= ${until}`),
    neverBegan: db.run(sql`
      DELETE FROM membership_freezes WHERE ${mine} AND from_on > ${until}`),
  }
}

/** Billed periods as they are after a bill: the new one, and what has come off those before. */
export function billedPeriodStatements(
  { db, studio, now }: StudioContext,
  membershipId: string,
  billed: HeldPlan['billed'],
  onlyIf: SQL,
): { periods: Statement<D1Result> } {
  return {
    periods: db.run(sql`
      INSERT INTO membership_periods (studio_id, membership_id, from_on, until_on, price_minor,
        frozen_minor, allowance, billed_at)
      SELECT ${studio.id}, ${membershipId}, value ->> 'from', value ->> 'until',
        value ->> 'priceMinor', value ->> 'frozenMinor', value ->> 'allowance', ${now}
      FROM json_each(${JSON.stringify(billed)}) WHERE ${onlyIf}
      ON CONFLICT (studio_id, membership_id, from_on) DO UPDATE SET
        frozen_minor = excluded.frozen_minor
      WHERE membership_periods.frozen_minor <> excluded.frozen_minor`),
  }
}

/** A membership that was to begin never does: nothing was billed of it, so no row of it stays. */
export function withdrawMembershipStatement(
  { db, studio }: StudioContext,
  membershipId: string,
  onlyIf: SQL,
): Statement<D1Result> {
  return db.run(sql`
    DELETE FROM memberships
    WHERE studio_id = ${studio.id} AND id = ${membershipId} AND state = 'scheduled'
      AND NOT EXISTS (SELECT 1 FROM membership_periods AS billed
        WHERE billed.membership_id = memberships.id) AND ${onlyIf}`)
}
