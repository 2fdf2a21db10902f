/** What stands in the way of an event, in words. */
import { type ClosedRoom, closureOf } from '#app/domain/calendar/closed-days.server.ts'
import { type Conflict, conflictWords } from '#app/domain/calendar/conflicts.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { LocalDate } from '#app/values/zone.ts'

/**
 * The closure of the day, what is in the room, what the coach teaches; a block says no more than
 * that there is one.
 */
export function clashWords(
  ctx: StudioContext,
  { clashes, closed }: { clashes: readonly Conflict[]; closed: readonly ClosedRoom[] },
  { roomId, date }: { roomId: string; date: LocalDate },
): string[] {
  const closure = closureOf(closed, roomId, date)
  const words = [
    ...(closure ? [`It is closed then: ${closure.name}`] : []),
    ...conflictWords(clashes, ctx),
  ]
  return words.length > 0 ? words : ['The room or the coach is out at that time']
}
