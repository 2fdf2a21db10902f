/** What becomes of what a person signed. */
import type { PersonRows } from '#app/domain/scope/person-rows.ts'

export const documentsPersonRows: readonly PersonRows[] = [
  { table: 'signatures', columns: ['person_id'], merge: 'first', erase: 'delete' },
]
