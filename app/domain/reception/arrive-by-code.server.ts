import { batch } from '#app/db/batch.server.ts'
import { newId } from '#app/values/id.ts'
import {
  alertRulesStatement,
  holderOfCodeSql,
  inWindowSql,
  peopleAtDeskStatement,
  placesStatement,
  strikesStatement,
} from './desk-facts.server.ts'
import { nextPlace } from './look-ahead.ts'
import { type ArrivalContext, recordTaps } from './record-taps.server.ts'
import type { Conflict, TapMethod } from './taps.ts'

export type CodeAnswer =
  | { ok: true; personId: string; name: string; title: string; again: boolean }
  | { ok: false; reason: 'unknown_code' }
  | { ok: false; reason: 'no_place' | Conflict; personId: string; name: string }

/**
 * A member's code was scanned or typed at the desk: checks them in to the next class they are
 * booked for (`lookAhead`). Twice is once. Without such a class (`no_place`), or where something
 * stops them, the desk is shown the person instead.
 */
export async function arriveByCode(
  ctx: ArrivalContext,
  { code, method }: { code: string; method: TapMethod },
): Promise<CodeAnswer> {
  const whose = holderOfCodeSql(ctx, code)
  const inWindow = inWindowSql(ctx, whose)
  const known = await batch(ctx.db, {
    people: peopleAtDeskStatement(ctx, whose),
    places: placesStatement(ctx, inWindow),
    limits: strikesStatement(ctx, inWindow),
    rules: alertRulesStatement(ctx),
  })
  const { people, places } = known
  const [person] = people
  if (!person) return { ok: false, reason: 'unknown_code' }
  const { personId, name } = person
  const place = nextPlace(places)
  if (!place) return { ok: false, reason: 'no_place', personId, name }
  const outcome = { ok: true as const, personId, name, title: place.title }
  if (place.state === 'checked_in') return { ...outcome, again: true }
  const tap = { key: newId(), bookingId: place.bookingId, method, ago: 0, override: '' }
  const [answer] = await recordTaps(ctx, [tap], { mayOverride: false }, known)
  if (answer?.status !== 'conflict') return { ...outcome, again: false }
  if (answer.reason === 'in_elsewhere') return { ...outcome, again: true }
  return { ok: false, reason: answer.reason, personId, name }
}
