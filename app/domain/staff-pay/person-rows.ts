/** What becomes of pay when two records of one person are merged, or someone is erased. */
import type { PersonRows } from '#app/domain/scope/person-rows.ts'

export const staffPayPersonRows: readonly PersonRows[] = [
  {
    table: 'pay_rules',
    columns: ['person_id'],
    merge: 'move',
    once: { same: 'class_type_id', until: 'ended_at' },
    erase: 'keep',
  },
  // What was paid stays on the books.
  { table: 'pay_lines', columns: ['person_id', 'instead_of'], merge: 'move', erase: 'keep' },
]
