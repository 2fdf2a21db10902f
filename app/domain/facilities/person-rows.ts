/** What becomes of the times for which a coach is out. */
import type { PersonRows } from '#app/domain/scope/person-rows.ts'

export const facilitiesPersonRows: readonly PersonRows[] = [
  { table: 'blocks', columns: ['coach_id'], merge: 'move', erase: { reason: '' } },
]
