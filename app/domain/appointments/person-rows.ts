/** What becomes of the appointments of a person, and of a coach’s hours. */
import type { PersonRows } from '#app/domain/scope/person-rows.ts'

export const appointmentsPersonRows: readonly PersonRows[] = [
  {
    table: 'appointments',
    columns: ['person_id'],
    merge: 'move',
    erase: { guests: '', reason: '' },
  },
  { table: 'availability', columns: ['coach_id'], merge: 'first', erase: 'delete' },
  { table: 'availability_exceptions', columns: ['coach_id'], merge: 'first', erase: 'delete' },
]
