/** What becomes of the rows of files that a person came with. */
import type { PersonRows } from '#app/domain/scope/person-rows.ts'

export const importsPersonRows: readonly PersonRows[] = [
  { table: 'imported_people', columns: ['person_id'], merge: 'move', erase: { filled: '{}' } },
  { table: 'person_sources', columns: ['person_id'], merge: 'move', erase: 'delete' },
]
