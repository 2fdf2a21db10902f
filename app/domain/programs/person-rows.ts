/** What becomes of the programs a person is on. */
import type { PersonRows } from '#app/domain/scope/person-rows.ts'

export const programsPersonRows: readonly PersonRows[] = [
  {
    table: 'program_assignments',
    columns: ['person_id'],
    merge: 'move',
    once: { same: 'program_id', until: 'ended_at' },
    erase: 'delete',
  },
]
