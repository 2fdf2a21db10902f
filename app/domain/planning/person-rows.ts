/** What becomes of the substitutions and drafts a coach is named in. */
import type { PersonRows } from '#app/domain/scope/person-rows.ts'

export const planningPersonRows: readonly PersonRows[] = [
  { table: 'planned_changes', columns: ['coach_id'], merge: 'move', erase: 'keep' },
  {
    table: 'sub_requests',
    columns: ['coach_id', 'claimed_by'],
    merge: 'move',
    erase: { reason: '' },
  },
  { table: 'sub_offers', columns: ['coach_id'], merge: 'first', erase: 'keep' },
]
