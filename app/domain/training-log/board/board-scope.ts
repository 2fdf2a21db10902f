/** Which results an address asks for. Pure. */
import { isLocalDate } from '#app/values/zone.ts'
import type { BoardScope } from './board-queries.server.ts'

/** Of a class (`?class=`), of a day (`?day=2026-10-15`), else of all time; what is no day is none. */
export function boardScope({ searchParams }: URL): BoardScope {
  const inClass = searchParams.get('class')?.slice(0, 40)
  if (inClass) return { occurrenceId: inClass }
  const day = searchParams.get('day') ?? ''
  return isLocalDate(day) ? { day } : 'ever'
}
