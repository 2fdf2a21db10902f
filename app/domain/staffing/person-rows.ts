/** What becomes of the papers of those who work here when two records are merged, or one is erased. */
import type { PersonRows } from '#app/domain/scope/person-rows.ts'

export const staffingPersonRows: readonly PersonRows[] = [
  { table: 'coach_bios', columns: ['person_id'], merge: 'first', erase: 'delete' },
  { table: 'qualifications', columns: ['person_id'], merge: 'move', erase: 'delete' },
  // Apart: a shift that went over to somebody else is theirs.
  { table: 'shifts', columns: ['person_id'], merge: 'move', erase: { person_id: null } },
  { table: 'shifts', columns: ['told_person_id'], merge: 'move', erase: { told_person_id: null } },
  { table: 'teaching_hours', columns: ['person_id'], merge: 'first', erase: 'delete' },
  { table: 'time_off', columns: ['person_id'], merge: 'move', erase: 'delete' },
]
