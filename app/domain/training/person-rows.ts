/** What becomes of what a person keeps of the exercises. */
import type { PersonRows } from '#app/domain/scope/person-rows.ts'

export const trainingPersonRows: readonly PersonRows[] = [
  { table: 'exercise_favourites', columns: ['person_id'], merge: 'first', erase: 'delete' },
]
