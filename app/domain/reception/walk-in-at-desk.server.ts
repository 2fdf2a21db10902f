import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { limitsStatement } from '#app/domain/bookings/availability/policy-limits.server.ts'
import { addWalkIn, type WalkInResult } from '#app/domain/bookings/roster/add-walk-in.server.ts'
import { type DeskPays, walkInPay } from '#app/domain/bookings/roster/desk-forms.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import { addMinutes } from '#app/values/instant.ts'
import { type ArrivalFacts, blocksOf, toAlertRules, wentOver } from './alert-rules.ts'
import {
  alertRulesStatement,
  inWindowSql,
  peopleAtDeskStatement,
  strikesStatement,
} from './desk-facts.server.ts'
import { startsSoon } from './look-ahead.ts'
import { recordTaps } from './record-taps.server.ts'
import type { Tap } from './taps.ts'

type Override = { override: string; mayOverride: boolean }

export type WalkInAtDesk = Override & {
  occurrenceId: string
  personId: string
  /** `rule` leaves it to the rule what pays (R13); else a drop-in is paid by hand, or later. */
  pay: DeskPays
  /** Why someone below the level of the class takes part. */
  reason: string
  /** The tap it came by; left out, it is one of this moment. */
  tap?: Pick<Tap, 'key' | 'ago' | 'method'>
}

export type WalkInAtDeskResult =
  | (Extract<WalkInResult, { ok: true }> & { checkedIn: boolean })
  | Extract<WalkInResult, { ok: false }>
  | { ok: false; reason: 'blocked' }
  | { ok: false; reason: 'no_person' }

/**
 * Someone without a place: books them one, with what pays, and checks them in where the class starts
 * soon; a place in a later one is a booking. Whom the studio's alerts stop needs a reason
 * (`blocked`); a drop-in is someone for whom nothing pays.
 */
export async function walkInAtDesk(
  ctx: StaffContext,
  walkIn: WalkInAtDesk,
): Promise<WalkInAtDeskResult> {
  const { occurrenceId, personId, pay, reason, override, mayOverride } = walkIn
  const stopped = await stops(
    ctx,
    personId,
    { override, mayOverride },
    pay === 'rule',
    occurrenceId,
  )
  if (stopped) return { ok: false, reason: stopped }
  const result = await addWalkIn(ctx, occurrenceId, {
    personId,
    reason: [reason, override].filter(Boolean).join(', '),
    ...walkInPay(pay),
  })
  if (!result.ok) return result
  // A tap says that they are here; a form only that they come.
  if (!walkIn.tap && !startsSoon(result.startsAt, ctx.now)) return { ...result, checkedIn: false }
  // What stops them was judged above.
  const tap = walkIn.tap ?? { key: newId(), method: 'name', ago: 0 }
  const message = override || 'booked at the desk'
  await recordTaps(ctx, [{ ...tap, bookingId: result.bookingId, override: message }], {
    mayOverride: true,
  })
  return { ...result, checkedIn: true }
}

export type VisitResult =
  | { ok: true; again?: true }
  | { ok: false; reason: 'blocked' | 'no_person' }

/** A visit without a class lasts at least this long: a second press within it is the same visit. */
const visitMinutes = 60

/**
 * Someone came without a class: to train alone, to ask, to pay. Twice within an hour is once;
 * `key` is the form's.
 */
export async function recordVisit(
  ctx: StaffContext,
  { personId, key, override, mayOverride }: Override & { personId: string; key: string },
): Promise<VisitResult> {
  const stopped = await stops(ctx, personId, { override, mayOverride }, true)
  if (stopped) return { ok: false, reason: stopped }
  const { db, studio, now, actor } = ctx
  const { came } = await batch(db, {
    came: db.run(sql`
      INSERT INTO arrivals (id, studio_id, person_id, booking_id, method, client_key, arrived_at,
        recorded_at, overridden, "by")
      SELECT ${newId()}, ${studio.id}, person.id, NULL, 'name', ${key}, ${now}, ${now}, ${override},
        ${actor.userId}
      FROM people AS person WHERE person.studio_id = ${studio.id} AND person.id = ${personId}
        AND NOT EXISTS (
          SELECT 1 FROM arrivals AS arrival
          WHERE arrival.studio_id = ${studio.id}
            AND arrival.arrived_at > ${addMinutes(now, -visitMinutes)}
            AND arrival.person_id = ${personId} AND arrival.booking_id IS NULL
            AND arrival.undone_at IS NULL)
      ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      { action: 'person.came', subjectKind: 'person', subjectId: personId, reason: override },
      rightAfterChange,
    ),
  })
  return changed(came) > 0 ? { ok: true } : { ok: true, again: true }
}

/**
 * Whether the studio's alerts stop this person, and nobody who may has said why they are let in.
 */
async function stops(
  ctx: StaffContext,
  personId: string,
  { override, mayOverride }: Override,
  paysForNew: boolean,
  occurrenceId = '',
): Promise<'blocked' | 'no_person' | null> {
  const whose = sql`(${personId})`
  const { people, rules, limits, ofNew } = await batch(ctx.db, {
    people: peopleAtDeskStatement(ctx, whose),
    rules: alertRulesStatement(ctx),
    limits: strikesStatement(ctx, inWindowSql(ctx, whose)),
    ofNew: limitsStatement(
      ctx,
      whose,
      sql`o.studio_id = ${ctx.studio.id} AND o.id = ${occurrenceId}`,
    ),
  })
  const [person] = people
  if (!person) return 'no_person'
  const blockedUntil =
    [...ofNew, ...limits].find((limit) => limit.blockedUntil !== null)?.blockedUntil ?? null
  const facts: ArrivalFacts = { person, place: null, paysForNew, blockedUntil }
  const blocks = blocksOf(facts, toAlertRules(rules))
  return blocks.length > 0 && !wentOver(blocks, { override, mayOverride }) ? 'blocked' : null
}
