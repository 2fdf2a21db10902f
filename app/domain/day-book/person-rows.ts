/** What becomes of the day book when two records of one person are merged, or someone is erased. */
import type { PersonRows } from '#app/domain/scope/person-rows.ts'

export const dayBookPersonRows: readonly PersonRows[] = [
  { table: 'shift_notes', columns: ['person_id'], merge: 'move', erase: 'delete' },
  // That something happened stays; what was written of it may name them.
  {
    table: 'incidents',
    columns: ['person_id'],
    merge: 'move',
    erase: { account: 'Erased with the person', done: '', outcome: '' },
  },
]
