import { sql } from 'drizzle-orm'
import { type Anyway, isMeant } from '#app/domain/calendar/shown-clashes.ts'
import { moveSession } from '#app/domain/courses/move-session.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { minutesBetween } from '#app/values/instant.ts'
import { instantOf } from '#app/values/zone.ts'
import { changeSeries } from './change-series.server.ts'
import {
  choiceOf,
  conflictsOf,
  type MovedRow,
  thingToMove,
  type WantedMove,
} from './move-page.server.ts'
import { type MoveChoice, type MoveRefusal, refusalOfMove } from './move-words.ts'

export type MoveResult =
  | { ok: true; title: string; notified: number; again?: true }
  | { ok: false; reason: 'not_found' | 'in_the_past' | MoveRefusal }
  | { ok: false; reason: 'over_room'; facts: { room: number } }
  | { ok: false; reason: 'length' }
  | { ok: false; reason: 'closed_then'; facts: { name: string } }
  | { ok: false; reason: 'taken'; facts: { taken: string[] } }
  | { ok: false; reason: 'changed_meanwhile'; facts: { by: string; at: string } }

/**
 * Gives one thing on the calendar another time, length, room or coach, through the use case of what
 * it is: one class of a series, one session of a course or workshop. Places stay and people are
 * told as those say. Refuses what has begun or would have, what has pages of its own for it
 * (appointments, events, drafts), a session's length, a room with fewer places, a page that is
 * older than the last change (`version`), another day that is closed, and, unless it is meant
 * (`anyway`), what is taken. The same twice is once.
 */
export async function moveOccurrence(
  ctx: StaffContext,
  id: string,
  wanted: WantedMove & { version: number; anyway: Anyway },
): Promise<MoveResult> {
  const found = await thingToMove(ctx, id)
  if (!found) return { ok: false, reason: 'not_found' }
  const { row, rooms, coaches } = found
  const refused = refusalOfMove(row, ctx.now)
  if (refused) return { ok: false, reason: refused }
  const choice = choiceOf(row, wanted)
  const was = minutesBetween(row.startsAt, row.endsAt)
  const session = row.kind !== 'class'
  if (session && choice.minutes !== was) return { ok: false, reason: 'length' }
  const stays =
    choice.localStart === row.localStart &&
    choice.minutes === was &&
    choice.roomId === row.roomId &&
    choice.coachId === row.coachId
  if (stays) return { ok: true, title: row.title, notified: 0, again: true }
  const known = (all: readonly { id: string }[], one: string, now: string) =>
    one === now || all.some((x) => x.id === one)
  if (!known(rooms, choice.roomId, row.roomId) || !known(coaches, choice.coachId, row.coachId))
    return { ok: false, reason: 'not_found' }
  if (instantOf(choice.localStart, ctx.studio.timeZone) <= ctx.now)
    return { ok: false, reason: 'in_the_past' }
  if (wanted.version !== (session ? row.sequence : row.version))
    return { ok: false, reason: 'changed_meanwhile', facts: await lastChange(ctx, row) }
  const { taken, closed } = await conflictsOf(ctx, row, choice)
  if (closed !== null) return { ok: false, reason: 'closed_then', facts: { name: closed } }
  if (!isMeant(wanted.anyway, taken)) return { ok: false, reason: 'taken', facts: { taken } }
  const result = session
    ? await asSession(ctx, row, choice, wanted.anyway)
    : await asClass(ctx, row, choice, wanted)
  if (result.ok || result.reason !== 'over_room') return result
  return {
    ...result,
    facts: { room: rooms.find((room) => room.id === choice.roomId)?.capacity ?? 0 },
  }
}

type Moved = MoveResult | { ok: false; reason: 'over_room'; facts: { room: number } }

async function asSession(
  ctx: StaffContext,
  row: MovedRow,
  choice: MoveChoice,
  anyway: Anyway,
): Promise<Moved> {
  const { localStart, roomId, coachId } = choice
  const change = { localStart, roomId, coachId, topic: row.topic, sequence: row.sequence, anyway }
  const result = await moveSession(ctx, row.seriesId, row.id, change)
  if (result.ok) return { ok: true, title: row.title, notified: result.notified }
  if (result.reason === 'over_room') return { ok: false, reason: 'over_room', facts: { room: 0 } }
  if (result.reason === 'changed_meanwhile')
    return { ...result, reason: result.reason, facts: await lastChange(ctx, row) }
  if (result.reason === 'taken')
    return { ok: false, reason: result.reason, facts: { taken: result.clashes } }
  if (result.reason === 'closed_then')
    return { ok: false, reason: result.reason, facts: { name: 'that day' } }
  return { ok: false, reason: result.reason === 'begun' ? 'over' : result.reason }
}

async function asClass(
  ctx: StaffContext,
  row: MovedRow,
  choice: MoveChoice,
  { version, anyway }: { version: number; anyway: Anyway },
): Promise<Moved> {
  const { localStart, minutes, roomId, coachId } = choice
  const result = await changeSeries(ctx, row.id, {
    scope: 'one' as const,
    version,
    date: localStart.slice(0, 10),
    time: localStart.slice(11),
    minutes,
    days: [],
    roomId,
    coachId,
    capacity: row.capacity,
    policyId: row.policyId,
    ...(anyway ? { anyway: anyway === true ? 'on' : anyway } : {}),
  })
  if (result.ok) return { ok: true, title: row.title, notified: result.notified }
  switch (result.reason) {
    case 'changed_meanwhile':
      return { ok: false, reason: result.reason, facts: result.facts }
    case 'over_room':
      return { ok: false, reason: result.reason, facts: result.facts }
    // Taken since it was asked about above.
    case 'taken':
      return { ok: false, reason: result.reason, facts: result.facts }
    case 'in_the_past':
    case 'over':
      return { ok: false, reason: result.reason }
    // Closed since it was asked about above.
    case 'closed_then':
      return { ok: false, reason: result.reason, facts: { name: 'that day' } }
    default:
      return { ok: false, reason: 'not_found' }
  }
}

/** Who changed a class or session last, for the second of two editors. */
async function lastChange(
  { db, studio, now }: StaffContext,
  row: MovedRow,
): Promise<{ by: string; at: string }> {
  const rows = await db.all<{ by: string; at: string }>(sql`
    SELECT actor_name AS by, created_at AS at FROM audit_entries
    WHERE studio_id = ${studio.id}
      AND subject_kind = ${row.kind === 'class' ? 'series' : 'occurrence'}
      AND subject_id = ${row.kind === 'class' ? row.seriesId : row.id}
    ORDER BY created_at DESC, rowid DESC LIMIT 1`)
  return rows[0] ?? { by: 'Someone', at: now }
}
