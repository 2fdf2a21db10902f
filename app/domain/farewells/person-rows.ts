/** What becomes of why a person left and what was tried to win them back. */
import type { PersonRows } from '#app/domain/scope/person-rows.ts'

export const farewellsPersonRows: readonly PersonRows[] = [
  {
    table: 'person_exits',
    columns: ['person_id'],
    merge: 'move',
    once: { same: 'studio_id', until: 'returned_at' },
    erase: { text: '' },
  },
  { table: 'win_backs', columns: ['person_id'], merge: 'move', erase: 'delete' },
]
