/** What becomes of how a person arrived and shows who they are. */
import type { PersonRows } from '#app/domain/scope/person-rows.ts'

export const receptionPersonRows: readonly PersonRows[] = [
  { table: 'arrivals', columns: ['person_id'], merge: 'move', erase: { overridden: '' } },
  { table: 'door_openings', columns: ['person_id'], merge: 'move', erase: { person_id: null } },
  { table: 'member_codes', columns: ['person_id'], merge: 'first', erase: 'delete' },
  { table: 'member_pins', columns: ['person_id'], merge: 'first', erase: 'delete' },
]
