/** What becomes of the gradings somebody was at. */
import { erasedName, type PersonRows } from '#app/domain/scope/person-rows.ts'

export const gradingPersonRows: readonly PersonRows[] = [
  { table: 'grading_candidates', columns: ['person_id'], merge: 'first', erase: 'delete' },
  { table: 'grading_marks', columns: ['person_id'], merge: 'first', erase: 'delete' },
  {
    table: 'grading_marks',
    columns: ['assessor_id'],
    merge: 'first',
    erase: { assessor_id: '', assessor_name: erasedName },
  },
  // The numbers stay without a gap; `mergeGradingStatements` takes over what may go over.
  { table: 'certificates', columns: ['person_id'], merge: 'stay', erase: { name: erasedName } },
]
