/** What becomes of when a person of staff last looked. */
import type { PersonRows } from '#app/domain/scope/person-rows.ts'

export const insightsPersonRows: readonly PersonRows[] = [
  { table: 'staff_looks', columns: ['person_id'], merge: 'first', erase: 'delete' },
]
