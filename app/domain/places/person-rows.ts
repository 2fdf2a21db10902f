/** What becomes of the make-ups of a person. */
import type { PersonRows } from '#app/domain/scope/person-rows.ts'

export const placesPersonRows: readonly PersonRows[] = [
  { table: 'make_ups', columns: ['person_id'], merge: 'move', erase: 'keep' },
]
