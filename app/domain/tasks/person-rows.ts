/** What becomes of the tasks that a person of staff has. */
import type { PersonRows } from '#app/domain/scope/person-rows.ts'

export const tasksPersonRows: readonly PersonRows[] = [
  { table: 'tasks', columns: ['person_id'], merge: 'move', erase: { person_id: null } },
]
