/** What becomes of what a person trained. */
import type { PersonRows } from '#app/domain/scope/person-rows.ts'

const own = { columns: ['person_id'], merge: 'move', erase: 'delete' } as const

export const trainingLogPersonRows: readonly PersonRows[] = [
  { ...own, table: 'workout_logs', once: { same: 'studio_id', until: 'ended_at' } },
  { ...own, table: 'workout_sets' },
  { ...own, table: 'workout_set_edits' },
  { ...own, table: 'training_bests' },
  { ...own, table: 'log_imports' },
  { ...own, table: 'log_import_parts' },
  { ...own, table: 'workout_routines' },
  { ...own, table: 'body_measures', merge: 'first' },
]
