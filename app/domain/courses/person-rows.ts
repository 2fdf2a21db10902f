/** What becomes of the enrolments of a person, and of what a coach gives. */
import type { PersonRows } from '#app/domain/scope/person-rows.ts'

export const coursesPersonRows: readonly PersonRows[] = [
  { table: 'enrolments', columns: ['person_id'], merge: 'move', erase: 'keep' },
  { table: 'courses', columns: ['coach_id'], merge: 'move', erase: 'keep' },
]
