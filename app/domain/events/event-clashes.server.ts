/** What is in the way of an event, in words. */
import { type ClosedRoom, closureOf } from '#app/domain/calendar/closed-days.server.ts'
import { type Conflict, conflictWords } from '#app/domain/calendar/conflicts.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { LocalDate } from '#app/values/zone.ts'

/** The closure of the day, what is in the room, what the coach teaches, and who or what is out. */
export function clashWords(
  ctx: StudioContext,
  { clashes, closed }: { clashes: readonly Conflict[]; closed: readonly ClosedRoom[] },
  { roomId, date }: { roomId: string; date: LocalDate },
): string[] {
  const closure = closureOf(closed, roomId, date)
  return [
    ...(closure ? [`It is closed then: ${closure.name}`] : []),
    ...conflictWords(clashes, ctx),
  ]
}
