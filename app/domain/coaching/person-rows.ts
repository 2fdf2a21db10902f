/** What becomes of somebody’s coaching. */
import type { PersonRows } from '#app/domain/scope/person-rows.ts'

export const coachingPersonRows: readonly PersonRows[] = [
  { table: 'coaching_relations', columns: ['person_id'], merge: 'first', erase: 'delete' },
  {
    table: 'coaching_relations',
    columns: ['coach_id'],
    merge: 'first',
    erase: { coach_id: '' },
  },
  { table: 'coaching_entries', columns: ['person_id'], merge: 'move', erase: 'delete' },
  { table: 'coaching_shifts', columns: ['person_id'], merge: 'move', erase: 'delete' },
  { table: 'coaching_checkins', columns: ['person_id'], merge: 'move', erase: 'delete' },
]
