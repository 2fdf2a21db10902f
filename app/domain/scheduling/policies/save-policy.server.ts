import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import type { OfferingKind } from '#app/db/studio/scheduling.ts'
import { auditStatement, lineWrittenSql, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { keepLimitsStatement } from '#app/domain/bookings/booking/keep-limits.server.ts'
import { firstPolicy } from '#app/domain/calendar/first-policy.ts'
import { type OccurrenceTimes, occurrenceTimes } from '#app/domain/calendar/occurrence-times.ts'
import { type PolicyForm, rulesOf } from '#app/domain/calendar/policy-fields.ts'
import { type PolicyRow, policyColumnsSql } from '#app/domain/calendar/policy-queries.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import { minutesBetween } from '#app/values/instant.ts'

export type SavePolicyResult =
  | { ok: true; version: number; classes: number }
  | { ok: false; reason: 'not_found' }
  | { ok: false; reason: 'changed_meanwhile'; facts: { by: string; at: string } }

type ClassAhead = PolicyRow &
  Pick<
    OccurrenceTimes,
    'startsAt' | 'endsAt' | 'localStart' | 'cutoffAt' | 'opensAt' | 'closesAt' | 'waitlistClosesAt'
  > & {
    id: string
    policyId: string
    timeZone: string
    ownWaitlist: number
    /** A session of a course: it has no waitlist, and may have a notice of its own. */
    ofCourse: number
    makeUpHours: number | null
  }

/** Classes that one save gives new rules; more than any studio has ahead. */
const most = 5_000

/**
 * Puts a new version of a policy in force. Classes still to come use it for new bookings and get their
 * limits from it, except a limit set by hand for one class and a course's own notice for make-ups.
 * Existing bookings and waitlist places keep the version and the limits they were made under. It is in
 * the audit. If another editor saved first, nothing changes and the answer (`changed_meanwhile`) names
 * them; a policy of another studio is `not_found`.
 */
export async function savePolicy(ctx: StaffContext, form: PolicyForm): Promise<SavePolicyResult> {
  const { db, studio, now, actor } = ctx
  const rules = rulesOf(form)
  const { newest, ahead } = await batch(db, {
    newest: newestStatement(ctx, form.set),
    ahead: db.all<ClassAhead>(sql`
      SELECT ${policyColumnsSql}, o.id, o.policy_id AS policyId, o.starts_at AS startsAt,
        o.ends_at AS endsAt, o.local_start AS localStart, o.time_zone AS timeZone,
        o.cutoff_at AS cutoffAt, o.opens_at AS opensAt, o.closes_at AS closesAt,
        o.waitlist_closes_at AS waitlistClosesAt, o.waitlist_limit AS ownWaitlist,
        course.id IS NOT NULL AS ofCourse, course.make_up_hours AS makeUpHours
      FROM occurrences AS o JOIN policies AS policy ON policy.id = o.policy_id
      LEFT JOIN courses AS course ON course.id = o.series_id AND course.studio_id = o.studio_id
      WHERE o.studio_id = ${studio.id} AND o.starts_at > ${now}
        AND o.state IN ('draft','held','scheduled')
        AND policy.studio_id = o.studio_id AND policy.name = ${form.set}
      ORDER BY o.starts_at LIMIT ${most}`),
  })
  const [current] = newest
  if (!current) return { ok: false, reason: 'not_found' }
  const id = newId()
  const auditId = newId()
  const done = lineWrittenSql(auditId)
  const version = form.version + 1
  const rows = JSON.stringify(ahead.map((one) => limitsUnder(one, rules)))
  const result = await batch(db, {
    version: versionStatement(ctx, id, form.set, form.version, rules),
    audit: auditStatement(
      ctx,
      {
        id: auditId,
        action: 'policy.changed',
        subjectKind: 'policy',
        subjectId: id,
        detail: { name: form.set, version, rules },
      },
      rightAfterChange,
    ),
    // What was booked keeps its limits: they are written to the booking before the class takes new
    // ones.
    kept: keepLimitsStatement(ctx, rows, done),
    classes: db.run(sql`
      UPDATE occurrences SET policy_id = ${id}, cutoff_at = input.value ->> 'cutoffAt',
        credit_cutoff_at = input.value ->> 'creditCutoffAt',
        fee_cutoff_at = input.value ->> 'feeCutoffAt', opens_at = input.value ->> 'opensAt',
        closes_at = input.value ->> 'closesAt',
        waitlist_closes_at = input.value ->> 'waitlistClosesAt',
        waitlist_limit = input.value ->> 'waitlistLimit'
      FROM json_each(${rows}) AS input
      WHERE occurrences.studio_id = ${studio.id} AND occurrences.id = input.value ->> 'id'
        AND occurrences.policy_id = input.value ->> 'policyId'
        AND occurrences.starts_at = input.value ->> 'startsAt' AND ${done}`),
    series: db.run(sql`
      UPDATE series SET policy_id = ${id}
      WHERE studio_id = ${studio.id} AND ended_at IS NULL AND ${done}
        AND policy_id IN (SELECT id FROM policies
          WHERE studio_id = ${studio.id} AND name = ${form.set})`),
    newest: newestStatement(ctx, form.set),
  })
  if (changed(result.version) > 0) return { ok: true, version, classes: changed(result.classes) }
  const first = result.newest[0] ?? current
  return {
    ok: false,
    reason: 'changed_meanwhile',
    facts: { by: first.createdBy || actor.name, at: first.createdAt },
  }
}

type Newest = { version: number; createdBy: string; createdAt: string }

function newestStatement({ db, studio }: StaffContext, name: string): Statement<Newest[]> {
  return db.all<Newest>(sql`
    SELECT version, created_by AS createdBy, created_at AS createdAt FROM policies
    WHERE studio_id = ${studio.id} AND name = ${name} ORDER BY version DESC LIMIT 1`)
}

/** The limits of a class under new rules; what was set by hand for it, or by its course, stays. */
function limitsUnder(one: ClassAhead, rules: ReturnType<typeof rulesOf>) {
  const { id, policyId, startsAt, endsAt, localStart, timeZone, cutoffAt, ownWaitlist } = one
  const minutes = minutesBetween(startsAt, endsAt)
  const was = occurrenceTimes({ localStart, minutes, timeZone, policy: one })
  const will = occurrenceTimes({ localStart, minutes, timeZone, policy: rules })
  const own = one.makeUpHours !== null || cutoffAt !== was.cutoffAt
  const kept = (name: 'opensAt' | 'closesAt' | 'waitlistClosesAt') =>
    one[name] === was[name] ? will[name] : one[name]
  return {
    id,
    policyId,
    startsAt,
    cutoffAt: own ? cutoffAt : will.cutoffAt,
    creditCutoffAt: own ? null : will.creditCutoffAt,
    feeCutoffAt: own ? null : will.feeCutoffAt,
    opensAt: kept('opensAt'),
    closesAt: kept('closesAt'),
    waitlistClosesAt: kept('waitlistClosesAt'),
    waitlistLimit:
      ownWaitlist === one.waitlistLimit && !one.ofCourse ? rules.waitlistLimit : ownWaitlist,
  }
}

/** The next version, only if `after` is still the newest; kind, place and reconcile time go on. */
function versionStatement(
  { db, studio, now, actor }: StaffContext,
  id: string,
  name: string,
  after: number,
  rules: ReturnType<typeof rulesOf>,
): Statement<D1Result> {
  return db.run(sql`
    INSERT INTO policies (id, studio_id, name, version, kind, location_id, reconcile_minutes,
      ${ruleColumns}, created_by, created_at)
    SELECT ${id}, policy.studio_id, policy.name, policy.version + 1, policy.kind,
      policy.location_id, policy.reconcile_minutes, ${ruleValues(rules)},
      ${actor.name}, ${now}
    FROM policies AS policy
    WHERE policy.studio_id = ${studio.id} AND policy.name = ${name} AND policy.version = ${after}
    ON CONFLICT (studio_id, name, version) DO NOTHING`)
}

const ruleColumns: SQL =
  sql.raw(`opens_days, closes_minutes, cancel_minutes, fee_minutes, late_keeps_credit,
  late_fee_minor, no_show_fee_minor, no_show_both, late_strike, no_show_strike, strike_limit,
  strike_days, block_days, daily_limit, weekly_limit, guest_limit, minimum_age, forgive_months,
  waitlist_closes_minutes, waitlist_limit, decline_minutes, offer_minutes, blackout_from, blackout_until`)

const ruleValues = (r: ReturnType<typeof rulesOf>): SQL => sql`
  ${r.opensDays}, ${r.closesMinutes}, ${r.cancelMinutes}, ${r.feeMinutes}, ${r.lateLosesCredit},
  ${r.lateFeeMinor}, ${r.noShowFeeMinor}, ${r.noShowBoth}, ${r.lateStrike}, ${r.noShowStrike},
  ${r.strikeLimit}, ${r.strikeDays}, ${r.blockDays}, ${r.dailyLimit}, ${r.weeklyLimit},
  ${r.guestLimit}, ${r.minimumAge}, ${r.forgiveMonths}, ${r.waitlistClosesMinutes},
  ${r.waitlistLimit}, ${r.declineMinutes}, ${r.offerMinutes}, ${r.blackoutFrom}, ${r.blackoutUntil}`

/**
 * A policy under a new name, with the rules a new studio begins with and nothing taken for being
 * late, to be changed before anything uses it. Refuses a name the studio has, and a place that is
 * not its own.
 */
export async function addPolicy(
  ctx: StaffContext,
  {
    name,
    kind,
    locationId = null,
  }: { name: string; kind: OfferingKind; locationId?: string | null },
): Promise<{ ok: true } | { ok: false; reason: 'name_taken' | 'not_found' }> {
  const { db, studio, now, actor } = ctx
  const id = newId()
  const { opensDays, closesMinutes, waitlistClosesMinutes, waitlistLimit, declineMinutes } =
    firstPolicy
  const own = locationId
    ? sql`EXISTS (SELECT 1 FROM locations WHERE studio_id = ${studio.id} AND id = ${locationId})`
    : sql`1`
  const { add, taken } = await batch(db, {
    add: db.run(sql`
      INSERT INTO policies (id, studio_id, name, version, kind, location_id, opens_days,
        closes_minutes, cancel_minutes, late_keeps_credit, late_fee_minor, no_show_fee_minor,
        waitlist_closes_minutes, waitlist_limit, decline_minutes,
        created_by, created_at)
      SELECT ${id}, ${studio.id}, ${name}, 1, ${kind}, ${locationId}, ${opensDays},
        ${closesMinutes}, 720, 0, 0, 0, ${waitlistClosesMinutes}, ${waitlistLimit},
        ${declineMinutes}, ${actor.name}, ${now}
      WHERE ${own} AND NOT EXISTS (SELECT 1 FROM policies
        WHERE studio_id = ${studio.id} AND name = ${name})
      ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        action: 'policy.added',
        subjectKind: 'policy',
        subjectId: id,
        detail: { name, kind, locationId },
      },
      rightAfterChange,
    ),
    taken: db.all<{ id: string }>(
      sql`SELECT id FROM policies
        WHERE studio_id = ${studio.id} AND name = ${name} AND id <> ${id}`,
    ),
  })
  if (changed(add) > 0) return { ok: true }
  return { ok: false, reason: taken.length > 0 ? 'name_taken' : 'not_found' }
}
