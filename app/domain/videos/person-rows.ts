/** What becomes of where somebody stopped watching. */
import type { PersonRows } from '#app/domain/scope/person-rows.ts'

export const videosPersonRows: readonly PersonRows[] = [
  { table: 'video_places', columns: ['person_id'], merge: 'first', erase: 'delete' },
]
