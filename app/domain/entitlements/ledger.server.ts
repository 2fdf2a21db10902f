/**
 * The credits ledger (SM-CREDIT): append-only entries against a lot, whose balance is their sum.
 * Each statement belongs in the batch of what causes it, and `onlyIf` holds when that came true. A
 * booking has each kind at most once (R2), and once more for each time what pays for it was changed.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addDays, type LocalDate, localDate } from '#app/values/zone.ts'
import { notStarted } from './lot-end.ts'

type BookingEntry = {
  personId: string
  lotId: string
  bookingId: string
  reason?: string
  /** How often what pays had been changed; left out is what the booking says. */
  turn?: number
}

function entryStatement(
  { db, studio, now }: StudioContext,
  kind: 'book' | 'return' | 'forfeit',
  amount: -1 | 0 | 1,
  { personId, lotId, bookingId, reason = '', turn }: BookingEntry,
  onlyIf: SQL,
): Statement<D1Result> {
  return db.run(sql`
    INSERT INTO entries (studio_id, person_id, lot_id, kind, amount, booking_id, turn, reason,
      created_at)
    SELECT ${studio.id}, ${ownerSql(lotId, personId)}, ${lotId}, ${kind}, ${amount}, ${bookingId},
      ${turn ?? turnSql(sql`${bookingId}`)}, ${reason}, ${now}
    WHERE ${onlyIf}
    ON CONFLICT DO NOTHING`)
}

/** How often what pays for a booking was changed. */
const turnSql = (bookingId: SQL): SQL =>
  sql`coalesce((SELECT pay_turn FROM bookings WHERE id = ${bookingId}), 0)`

/** Whose entry it is: the lot's owner, who may have paid for a guest. */
const ownerSql = (lotId: string, personId: string): SQL =>
  sql`coalesce((SELECT lot.person_id FROM lots AS lot WHERE lot.id = ${lotId}), ${personId})`

/** Takes one credit for a booking. The booking's own guard has seen that there is one. */
export function spendStatement(
  ctx: StudioContext,
  entry: BookingEntry,
  onlyIf: SQL,
): Statement<D1Result> {
  return entryStatement(ctx, 'book', -1, entry, onlyIf)
}

/** Gives a booking's credit back to the lot it came from, whose expiry stays as it is. */
export function returnStatement(
  ctx: StudioContext,
  entry: BookingEntry,
  onlyIf: SQL,
): Statement<D1Result> {
  return entryStatement(ctx, 'return', 1, entry, onlyIf)
}

/** Marks a booking's credit as used for good; the balance does not change. */
export function forfeitStatement(
  ctx: StudioContext,
  entry: BookingEntry,
  onlyIf: SQL,
): Statement<D1Result> {
  return entryStatement(ctx, 'forfeit', 0, entry, onlyIf)
}

/**
 * One credit more or less after an outcome was corrected. A booking may be corrected any number of
 * times, so the entry is an adjustment that carries the reason; the correction's own guard makes it
 * single.
 */
export function correctionStatement(
  { db, studio, now }: StudioContext,
  { personId, lotId, bookingId, amount, reason = '' }: BookingEntry & { amount: -1 | 1 },
  onlyIf: SQL,
): Statement<D1Result> {
  return db.run(sql`
    INSERT INTO entries (studio_id, person_id, lot_id, kind, amount, booking_id, turn, reason,
      created_at)
    SELECT ${studio.id}, ${ownerSql(lotId, personId)}, ${lotId}, 'adjust', ${amount},
      ${bookingId}, ${turnSql(sql`${bookingId}`)}, ${reason}, ${now}
    WHERE ${onlyIf}`)
}

/**
 * The same for many bookings at once: `bookings` is a SELECT of `booking_id, person_id, lot_id` of
 * those that lost their place by the studio's act (`return`) or did not come (`forfeit`).
 */
export function entriesForStatement(
  { db, studio, now }: StudioContext,
  kind: 'return' | 'forfeit',
  bookings: SQL,
  reason = '',
): Statement<D1Result> {
  return db.run(sql`
    INSERT INTO entries (studio_id, person_id, lot_id, kind, amount, booking_id, turn, reason,
      created_at)
    SELECT ${studio.id}, coalesce((SELECT lot.person_id FROM lots AS lot WHERE lot.id = b.lot_id),
      b.person_id), b.lot_id, ${kind}, ${kind === 'return' ? 1 : 0}, b.booking_id,
      ${turnSql(sql`b.booking_id`)}, ${reason}, ${now}
    FROM (${bookings}) AS b WHERE b.lot_id IS NOT NULL
    ON CONFLICT DO NOTHING`)
}

/** What a booking has taken of a lot by now: -1, or 0 once it came back. */
export const takenOfLotSql = (studioId: SQL, bookingId: SQL, lotId: SQL): SQL => sql`(
  SELECT coalesce(sum(taken.amount), 0) FROM entries AS taken
  WHERE taken.studio_id = ${studioId} AND taken.booking_id = ${bookingId}
    AND taken.lot_id = ${lotId})`

/**
 * Days a lot runs longer when the studio gives a credit back near its end, and how near that is
 * (R13a).
 */
export const returnedByStudioDays = 7

/**
 * Which of `lotIds` (a SELECT) end within 7 days and have not run longer yet: a condition over
 * `lots` (R13a).
 */
export function lotsToExtendSql({ studio, now }: StudioContext, lotIds: SQL): SQL {
  const today = localDate(now, studio.timeZone)
  return sql`+studio_id = ${studio.id} AND id IN (${lotIds}) AND extended_at IS NULL
    AND expires_on >= ${today} AND expires_on <= ${addDays(today, returnedByStudioDays)}`
}

/**
 * Lets the lots of `lotIds` (a SELECT) that end within 7 days run 7 days longer, once each (R13a).
 */
export function extendLotsStatement(ctx: StudioContext, lotIds: SQL): Statement<D1Result> {
  return ctx.db.run(sql`
    UPDATE lots SET expires_on = date(expires_on, ${`+${returnedByStudioDays} days`}),
      extended_at = ${ctx.now}
    WHERE ${lotsToExtendSql(ctx, lotIds)}`)
}

/**
 * Lets lots run longer: `lots` is a SELECT of `lot_id, days`, each lot once. The batch's guard
 * makes it single. What has no end yet needs none.
 */
export function runLongerStatement({ db, studio }: StudioContext, lots: SQL): Statement<D1Result> {
  return db.run(sql`
    UPDATE lots SET expires_on = date(expires_on, '+' || longer.days || ' days')
    FROM (${lots}) AS longer
    WHERE lots.studio_id = ${studio.id} AND lots.id = longer.lot_id
      AND lots.expires_on <> ${notStarted}`)
}

/** A purchase of credits: the lot, and the entry that fills it; `onlyIf` holds for both. */
export function grantLotStatements(
  { db, studio, now }: StudioContext,
  lot: {
    id: string
    personId: string
    packageId: string
    credits: number
    startsOn: LocalDate
    expiresOn: LocalDate
    reason?: string
  },
  onlyIf: SQL = sql`1`,
): { lot: Statement<D1Result>; grant: Statement<D1Result> } {
  return {
    lot: db.run(sql`
      INSERT INTO lots (id, studio_id, person_id, package_id, starts_on, expires_on, purchased_at,
        family)
      SELECT ${lot.id}, ${studio.id}, ${lot.personId}, ${lot.packageId}, ${lot.startsOn},
        ${lot.expiresOn}, ${now},
        coalesce((SELECT package.family FROM packages AS package
          WHERE package.studio_id = ${studio.id} AND package.id = ${lot.packageId}), 0)
      WHERE ${onlyIf}`),
    grant: db.run(sql`
      INSERT INTO entries (studio_id, person_id, lot_id, kind, amount, reason, created_at)
      SELECT ${studio.id}, ${lot.personId}, ${lot.id}, 'grant', ${lot.credits},
        ${lot.reason ?? ''}, ${now}
      WHERE ${onlyIf}`),
  }
}

/** A membership in force from `startsOn`, where `onlyIf` holds. */
export function grantMembershipStatement(
  { db, studio, now }: StudioContext,
  membership: {
    id: string
    personId: string
    planId: string
    startsOn: LocalDate
    endsOn?: LocalDate | null
  },
  onlyIf: SQL = sql`1`,
): Statement<D1Result> {
  const { id, personId, planId, startsOn, endsOn = null } = membership
  return db.run(sql`
    INSERT INTO memberships (id, studio_id, person_id, plan_id, state, starts_on, ends_on,
      purchased_at)
    SELECT ${id}, ${studio.id}, ${personId}, ${planId}, 'active', ${startsOn}, ${endsOn}, ${now}
    WHERE ${onlyIf}`)
}

/** Removes all that `people` (a SELECT of ids) hold and held: for people who were made up. */
export function removeHoldingsStatements(
  { db, studio }: StudioContext,
  people: SQL,
): { entries: Statement<D1Result>; lots: Statement<D1Result>; memberships: Statement<D1Result> } {
  const theirs = sql`studio_id = ${studio.id} AND person_id IN (${people})`
  return {
    entries: db.run(sql`DELETE FROM entries WHERE ${theirs}`),
    lots: db.run(sql`DELETE FROM lots WHERE ${theirs}`),
    memberships: db.run(sql`DELETE FROM memberships WHERE ${theirs}`),
  }
}
