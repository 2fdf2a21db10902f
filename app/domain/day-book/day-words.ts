/** How the day book is told. Pure. */
import type { IncidentKind } from '#app/db/studio/day/day-book-words.ts'

export const incidentWords: Record<IncidentKind, string> = {
  injury: 'Injury',
  near_miss: 'Near miss',
  equipment: 'Equipment',
  behaviour: 'Behaviour',
  property: 'Loss or damage',
  other: 'Something else',
}
