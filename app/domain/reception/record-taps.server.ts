import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { LimitFacts } from '#app/domain/bookings/availability/policy-limits.ts'
import { turnStatement } from '#app/domain/bookings/roster/check-in.server.ts'
import type { Actor, StudioContext } from '#app/domain/scope/contexts.ts'
import { newId } from '#app/values/id.ts'
import { type Instant, instantFromMs, instantToMs } from '#app/values/instant.ts'
import { localDate } from '#app/values/zone.ts'
import {
  type AlertAction,
  type Block,
  blocksOf,
  type PersonAtDesk,
  toAlertRules,
  wentOver,
} from './alert-rules.ts'
import {
  alertRulesStatement,
  factsOf,
  type PlaceAtDesk,
  peopleAtDeskStatement,
  placesStatement,
  strikesStatement,
} from './desk-facts.server.ts'
import { type Conflict, oldestTap, type Tap, type TapAnswer, tapsAtOnce } from './taps.ts'

/** Who taps: a member of staff, or a kiosk. */
export type ArrivalContext = StudioContext & { actor: Pick<Actor, 'userId' | 'name'> }

type Allowed = {
  /** May let someone in whom the studio's alerts stop. */
  mayOverride: boolean
  kioskId?: string
}

/** What was read of the places already, a moment ago: it saves a trip. */
export type Known = {
  rules: { trigger: string; action: AlertAction }[]
  places: PlaceAtDesk[]
  people: PersonAtDesk[]
  limits: LimitFacts[]
}

/**
 * Checks people in, in the order they were tapped, in two trips whatever their number. A tap counts
 * once by its key: one that was heard before is `already`, also after it was taken back, so that a
 * queue sent again undoes nobody's undoing. A place that is gone, settled or checked in by another
 * tap, and someone whom an alert stops, is a conflict for a person to settle; nothing is done
 * about it. At most `tapsAtOnce` at once; the rest is left out.
 */
export async function recordTaps(
  ctx: ArrivalContext,
  sent: readonly Tap[],
  allowed: Allowed,
  known?: Known,
): Promise<TapAnswer[]> {
  const taps = sent.slice(0, tapsAtOnce)
  if (taps.length === 0) return []
  const ids = list(taps.map(({ bookingId }) => bookingId))
  const of = sql`b.studio_id = ${ctx.studio.id} AND b.id IN ${ids}`
  const before =
    known ??
    (await batch(ctx.db, {
      rules: alertRulesStatement(ctx),
      places: placesStatement(ctx, of),
      people: peopleAtDeskStatement(ctx, sql`(SELECT b.person_id FROM bookings AS b WHERE ${of})`),
      limits: strikesStatement(ctx, of),
    }))
  const rules = toAlertRules(before.rules)
  const judged = taps.map((tap) => {
    const place = before.places.find(({ bookingId }) => bookingId === tap.bookingId)
    const facts = place && factsOf(place, before)
    const blocks = facts ? blocksOf(facts, rules) : []
    const over = wentOver(blocks, { ...tap, mayOverride: allowed.mayOverride })
    return { tap, arrivalId: newId(), place, blocks, stopped: blocks.length > 0 && !over }
  })
  const writes: Record<string, Statement> = {}
  judged.forEach(({ tap, arrivalId, place, blocks, stopped }, i) => {
    if (!place || stopped) return
    Object.assign(
      writes,
      tapStatements(ctx, `${i}`, { tap, arrivalId, place, blocks, kioskId: allowed.kioskId }),
    )
  })
  const after = await batch(ctx.db, {
    ...writes,
    arrivals: ctx.db.all<{ id: string; key: string }>(sql`
      SELECT id, client_key AS "key" FROM arrivals
      WHERE studio_id = ${ctx.studio.id} AND client_key IN ${list(taps.map(({ key }) => key))}`),
    places: placesStatement(ctx, of),
  })
  const arrivals = after.arrivals as { id: string; key: string }[]
  const today = localDate(ctx.now, ctx.studio.timeZone)
  return judged.map(({ tap, arrivalId, stopped }): TapAnswer => {
    const { key, bookingId } = tap
    const written = arrivals.find((arrival) => arrival.key === key)
    if (written) return { key, bookingId, status: written.id === arrivalId ? 'done' : 'already' }
    const place = (after.places as PlaceAtDesk[]).find((p) => p.bookingId === bookingId)
    const name = before.people.find(({ personId }) => personId === place?.personId)?.name ?? ''
    const { title = '', occurrenceId = '' } = place ?? {}
    return {
      key,
      bookingId,
      status: 'conflict',
      reason: conflictOf(place, stopped, today),
      occurrenceId,
      name,
      title,
    }
  })
}

function conflictOf(place: PlaceAtDesk | undefined, stopped: boolean, today: string): Conflict {
  if (!place) return 'not_found'
  if (place.classState === 'cancelled') return 'class_cancelled'
  if (place.state === 'checked_in') return 'in_elsewhere'
  if (place.classState === 'reconciled' || place.state === 'attended' || place.state === 'no_show')
    return 'settled'
  if (place.state === 'waitlisted') return 'waiting'
  if (place.state !== 'booked') return 'booking_cancelled'
  if (place.localStart.slice(0, 10) > today) return 'another_day'
  if (!place.editable) return 'attendance_closed'
  // What was free of blocks when it was read and was not written meanwhile can only be tried again.
  return stopped ? 'blocked' : 'not_found'
}

type Written = {
  tap: Tap
  arrivalId: string
  place: PlaceAtDesk
  blocks: readonly Block[]
  kioskId: string | undefined
}

/**
 * The check-in, its line in the audit and the arrival, each only where the one before it was
 * written.
 */
function tapStatements(
  ctx: ArrivalContext,
  n: string,
  { tap, arrivalId, place, blocks, kioskId }: Written,
) {
  const { db, studio, now } = ctx
  const lineId = newId()
  const heard = sql`NOT EXISTS (SELECT 1 FROM arrivals AS arrival
    WHERE arrival.studio_id = ${studio.id} AND arrival.client_key = ${tap.key})`
  const over = blocks.length > 0 ? tap.override.trim() : ''
  return {
    [`turned${n}`]: turnStatement(ctx, tap.bookingId, {
      from: 'booked',
      to: 'checked_in',
      onlyIf: heard,
    }),
    [`audit${n}`]: auditStatement(
      ctx,
      {
        action: 'booking.checked_in',
        subjectKind: 'booking',
        subjectId: tap.bookingId,
        reason: over,
        id: lineId,
        detail: {
          method: tap.method,
          ...(over ? { overridden: blocks } : {}),
          ...(kioskId ? { kioskId } : {}),
        },
      },
      rightAfterChange,
    ),
    [`arrival${n}`]: db.run(sql`
      INSERT INTO arrivals (id, studio_id, person_id, booking_id, method, kiosk_id, client_key,
        arrived_at, recorded_at, overridden, "by")
      SELECT ${arrivalId}, ${studio.id}, ${place.personId}, ${tap.bookingId}, ${tap.method},
        ${kioskId ?? null}, ${tap.key}, ${tappedAt(now, tap.ago)}, ${now},
        ${over ? `${blocks.join(', ')}: ${over}` : ''}, ${ctx.actor.userId}
      WHERE ${lineWrittenSql(lineId)} ON CONFLICT DO NOTHING`),
  }
}

/** When it was tapped, by our own clock. */
const tappedAt = (now: Instant, ago: number): Instant =>
  instantFromMs(instantToMs(now) - Math.min(Math.max(0, Math.floor(ago)), oldestTap) * 1_000)

const list = (values: readonly string[]): SQL =>
  sql`(${sql.join(
    [...new Set(values)].map((v) => sql`${v}`),
    sql`, `,
  )})`
