/** What becomes of the runs of automations of a person. */
import type { PersonRows } from '#app/domain/scope/person-rows.ts'

export const automationPersonRows: readonly PersonRows[] = [
  { table: 'automation_runs', columns: ['person_id'], merge: 'first', erase: 'delete' },
]
