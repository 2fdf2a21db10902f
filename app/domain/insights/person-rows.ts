/** What becomes of when a person of staff last looked, and of the ledger of recurring revenue. */
import type { PersonRows } from '#app/domain/scope/person-rows.ts'

export const insightsPersonRows: readonly PersonRows[] = [
  { table: 'staff_looks', columns: ['person_id'], merge: 'first', erase: 'delete' },
  // Sums of the studio: they say what a month came to, and no name.
  { table: 'recurring_changes', columns: ['person_id'], merge: 'stay', erase: 'keep' },
  { table: 'habits', columns: ['person_id'], merge: 'first', erase: 'delete' },
  { table: 'retention_contacts', columns: ['person_id'], merge: 'move', erase: 'delete' },
  { table: 'score_asks', columns: ['person_id'], merge: 'move', erase: 'delete' },
  // How a class went, no matter who taught it.
  { table: 'class_facts', columns: ['coach_id'], merge: 'stay', erase: 'keep' },
  { table: 'recurring_people', columns: ['person_id'], merge: 'first', erase: 'keep' },
]
