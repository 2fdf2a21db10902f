/** What becomes of what is kept about two records of one human. */
import type { PersonRows } from '#app/domain/scope/person-rows.ts'

export const personRecordsPersonRows: readonly PersonRows[] = [
  { table: 'person_pairs', columns: ['person_id', 'other_id'], merge: 'first', erase: 'delete' },
]
