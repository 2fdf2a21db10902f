/** What becomes of files when two records of one person are merged, or someone is erased. */
import type { PersonRows } from '#app/domain/scope/person-rows.ts'

export const filesPersonRows: readonly PersonRows[] = [
  { table: 'files', columns: ['person_id'], merge: 'move', erase: 'delete' },
]
