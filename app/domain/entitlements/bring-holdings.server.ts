/** What people held elsewhere, and going back on it: statements for the batches of an import. */
import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { localDate } from '#app/values/zone.ts'

type Ctx = Pick<StudioContext, 'db' | 'studio' | 'now'>

/**
 * A lot with what is left in it for each of `rows`, a JSON array of `{ id, personId, packageId,
 * credits, startsOn, expiresOn, purchasedAt, reason }`; once an id.
 */
export function bringLotsStatements({ db, studio, now }: Ctx, rows: string, onlyIf: SQL) {
  return {
    lots: db.run(sql`
      INSERT INTO lots (id, studio_id, person_id, package_id, starts_on, expires_on, purchased_at,
        family)
      SELECT value ->> 'id', ${studio.id}, value ->> 'personId', package.id, value ->> 'startsOn',
        value ->> 'expiresOn', value ->> 'purchasedAt', package.family
      FROM json_each(${rows}) AS input
      CROSS JOIN packages AS package ON package.id = value ->> 'packageId'
        AND package.studio_id = ${studio.id}
      WHERE ${onlyIf}
      ON CONFLICT (id) DO NOTHING`),
    grants: db.run(sql`
      INSERT INTO entries (studio_id, person_id, lot_id, kind, amount, reason, created_at)
      SELECT lot.studio_id, lot.person_id, lot.id, 'grant', value ->> 'credits',
        value ->> 'reason', ${now}
      FROM json_each(${rows}) AS input
      CROSS JOIN lots AS lot ON lot.id = value ->> 'id' AND lot.studio_id = ${studio.id}
      WHERE ${onlyIf} AND NOT EXISTS (SELECT 1 FROM entries AS entry
        WHERE entry.studio_id = lot.studio_id AND entry.lot_id = lot.id)`),
  }
}

/**
 * A membership for each of `rows`, a JSON array of what `placeMembership` answers with `id`,
 * `personId`, `payerId`, `planId`, `priceMinor` and `beside`. Who pays another price than the plan
 * costs has a version of it that is not on sale. Where somebody has the plan by now, and it was not
 * said that another may stand `beside` it, none is written. The period that was paid elsewhere is one
 * that cost nothing here, so that the first bill is of the day of the next payment (decision 54).
 */
export function bringMembershipsStatements({ db, studio, now }: Ctx, rows: string, onlyIf: SQL) {
  const today = localDate(now, studio.timeZone)
  const written = sql`FROM json_each(${rows}) AS input
    CROSS JOIN memberships AS held ON held.id = value ->> 'id' AND held.studio_id = ${studio.id}
      AND held.version = 0`
  return {
    versions: db.run(sql`
      INSERT INTO plans (id, studio_id, name, version, price_minor, currency, interval,
        weekly_limit, period_limit, missed_counts, covers, anchor_day, notice_days, freeze_least_days,
        freeze_most_days, freeze_fee_minor, listed, description, contract, archived_at)
      SELECT own.id, plan.studio_id, plan.name,
        (SELECT max(version) FROM plans AS other
          WHERE other.studio_id = plan.studio_id AND other.name = plan.name)
          + row_number() OVER (PARTITION BY plan.name ORDER BY own.price),
        own.price, plan.currency, plan.interval, plan.weekly_limit, plan.period_limit,
        plan.missed_counts, plan.covers, plan.anchor_day, plan.notice_days, plan.freeze_least_days,
        plan.freeze_most_days, plan.freeze_fee_minor, 0, plan.description, plan.contract, ${now}
      FROM (SELECT DISTINCT value ->> 'planId' AS plan_id,
          CAST(value ->> 'priceMinor' AS INTEGER) AS price,
          (value ->> 'planId') || '-' || (value ->> 'priceMinor') AS id
        FROM json_each(${rows}) AS input) AS own
      CROSS JOIN plans AS plan ON plan.id = own.plan_id AND plan.studio_id = ${studio.id}
      WHERE own.price <> plan.price_minor AND ${onlyIf}
        AND NOT EXISTS (SELECT 1 FROM plans AS there WHERE there.id = own.id)`),
    memberships: db.run(sql`
      INSERT INTO memberships (id, studio_id, person_id, plan_id, state, starts_on, ends_on,
        purchased_at, anchor_on, next_bill_on, committed_until, payer_id)
      SELECT value ->> 'id', ${studio.id}, value ->> 'personId',
        coalesce((SELECT own.id FROM plans AS own WHERE own.studio_id = ${studio.id}
          AND own.id = plan.id || '-' || (value ->> 'priceMinor')
          AND plan.price_minor <> value ->> 'priceMinor'), plan.id),
        iif(value ->> 'startsOn' > ${today}, 'scheduled', 'active'), value ->> 'startsOn',
        value ->> 'endsOn', ${now}, value ->> 'anchorOn', value ->> 'nextOn',
        value ->> 'committedUntil', value ->> 'payerId'
      FROM json_each(${rows}) AS input
      CROSS JOIN plans AS plan ON plan.id = value ->> 'planId' AND plan.studio_id = ${studio.id}
      WHERE ${onlyIf} AND (value ->> 'beside' = 1 OR NOT EXISTS (
        SELECT 1 FROM memberships AS other JOIN plans AS held_plan ON held_plan.id = other.plan_id
        WHERE other.studio_id = ${studio.id} AND other.person_id = value ->> 'personId'
          AND held_plan.name = plan.name
          AND other.state NOT IN ('cancelled','expired','superseded')
          AND (other.ends_on IS NULL OR other.ends_on >= ${today})))
      ON CONFLICT (id) DO NOTHING`),
    periods: db.run(sql`
      INSERT INTO membership_periods (studio_id, membership_id, from_on, until_on, price_minor,
        allowance, billed_at)
      SELECT ${studio.id}, held.id, value ->> 'paidFrom', value ->> 'paidUntil', 0,
        plan.period_limit, ${now}
      ${written} JOIN plans AS plan ON plan.id = held.plan_id
      WHERE value ->> 'paidFrom' IS NOT NULL AND ${onlyIf}
      ON CONFLICT DO NOTHING`),
    freezes: db.run(sql`
      INSERT INTO membership_freezes (id, studio_id, membership_id, from_on, until_on, settled)
      SELECT held.id || ':brought', ${studio.id}, held.id, value ->> 'freezeFrom',
        value ->> 'freezeUntil', 1
      ${written}
      WHERE value ->> 'freezeFrom' IS NOT NULL AND ${onlyIf}
      ON CONFLICT DO NOTHING`),
  }
}

/** Why a lot that was brought over stays, over `lot`; the first that holds. */
export const lotStays: readonly { words: string; is: SQL }[] = [
  {
    words: 'classes were booked with it',
    is: sql`EXISTS (SELECT 1 FROM entries AS entry WHERE entry.studio_id = lot.studio_id
      AND entry.lot_id = lot.id AND entry.booking_id IS NOT NULL)
      OR EXISTS (SELECT 1 FROM bookings AS booking WHERE booking.studio_id = lot.studio_id
        AND booking.person_id = lot.person_id AND booking.lot_id = lot.id)`,
  },
  {
    words: 'its credits were changed',
    is: sql`lot.refunded_at IS NOT NULL OR EXISTS (SELECT 1 FROM entries AS entry
      WHERE entry.studio_id = lot.studio_id AND entry.lot_id = lot.id
        AND entry.kind NOT IN ('grant','expire'))`,
  },
]

/** The same of a membership, over `membership`. */
export const membershipStays: readonly { words: string; is: SQL }[] = [
  {
    words: 'classes were booked with it',
    is: sql`EXISTS (SELECT 1 FROM bookings AS booking WHERE booking.studio_id = membership.studio_id
      AND booking.person_id = membership.person_id AND booking.membership_id = membership.id)`,
  },
  {
    words: 'it was billed here',
    is: sql`EXISTS (SELECT 1 FROM membership_periods AS period
      WHERE period.studio_id = membership.studio_id AND period.membership_id = membership.id
        AND period.price_minor > 0)`,
  },
  {
    words: 'it was changed here',
    is: sql`membership.version > 0 OR EXISTS (SELECT 1 FROM membership_freezes AS freeze
      WHERE freeze.studio_id = membership.studio_id AND freeze.membership_id = membership.id
        AND freeze.id <> membership.id || ':brought')`,
  },
]

/** Removes lots (a SELECT of ids) that nobody used, with what filled them. */
export const removeLotsStatements = ({ db, studio }: Ctx, ids: SQL) => ({
  grants: db.run(sql`DELETE FROM entries WHERE studio_id = ${studio.id} AND lot_id IN (${ids})`),
  lots: db.run(sql`DELETE FROM lots WHERE studio_id = ${studio.id} AND id IN (${ids})`),
})

/** Removes memberships (a SELECT of ids) that nobody used, with their periods and freezes. */
export const removeMembershipsStatements = ({ db, studio }: Ctx, ids: SQL) => ({
  // Versions that were made for a price of theirs, once nobody else has it.
  versions: db.run(sql`
    DELETE FROM plans WHERE studio_id = ${studio.id} AND archived_at IS NOT NULL
      AND instr(id, '-') > 0
      AND id IN (SELECT held.plan_id FROM memberships AS held
        WHERE held.studio_id = ${studio.id} AND held.id IN (${ids}))
      AND NOT EXISTS (SELECT 1 FROM memberships AS other WHERE other.studio_id = plans.studio_id
        AND (other.plan_id = plans.id OR other.next_plan_id = plans.id)
        AND other.id NOT IN (${ids}))`),
  freezes: db.run(sql`
    DELETE FROM membership_freezes WHERE studio_id = ${studio.id} AND membership_id IN (${ids})`),
  periods: db.run(sql`
    DELETE FROM membership_periods WHERE studio_id = ${studio.id} AND membership_id IN (${ids})`),
  memberships: db.run(sql`
    DELETE FROM memberships WHERE studio_id = ${studio.id} AND id IN (${ids})`),
})
