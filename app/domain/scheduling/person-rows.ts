/** What becomes of the classes a coach gives, and of exemptions from policies. */
import type { PersonRows } from '#app/domain/scope/person-rows.ts'

export const schedulingPersonRows: readonly PersonRows[] = [
  { table: 'series', columns: ['coach_id'], merge: 'move', erase: 'keep' },
  {
    table: 'occurrences',
    columns: ['coach_id', 'substituted_coach_id'],
    merge: 'move',
    erase: 'keep',
  },
  {
    table: 'policy_exemptions',
    columns: ['person_id'],
    merge: 'move',
    once: { same: 'policy_name', until: 'ended_at' },
    erase: { reason: '' },
  },
]
