/** What becomes of who looks after whom. */
import type { PersonRows } from '#app/domain/scope/person-rows.ts'

export const familiesPersonRows: readonly PersonRows[] = [
  { table: 'guardians', columns: ['guardian_id', 'dependant_id'], merge: 'first', erase: 'delete' },
  { table: 'family_ties', columns: ['person_id', 'other_id'], merge: 'first', erase: 'delete' },
  {
    table: 'guardian_invitations',
    columns: ['dependant_id', 'asked_by_id'],
    merge: 'first',
    erase: 'delete',
  },
  {
    table: 'booking_agreements',
    columns: ['booker_id', 'person_id'],
    merge: 'first',
    erase: 'delete',
  },
]
