/** What becomes of what a person can do. */
import { erasedName, type PersonRows } from '#app/domain/scope/person-rows.ts'

export const skillsPersonRows: readonly PersonRows[] = [
  { table: 'skill_stands', columns: ['person_id'], merge: 'first', erase: 'delete' },
  { table: 'skill_assessments', columns: ['person_id'], merge: 'move', erase: 'delete' },
  {
    table: 'skill_assessments',
    columns: ['assessor_id'],
    merge: 'move',
    erase: { assessor_id: '', assessor_name: erasedName },
  },
]
