/** What becomes of the places of a person. */
import type { PersonRows } from '#app/domain/scope/person-rows.ts'

export const bookingsPersonRows: readonly PersonRows[] = [
  { table: 'bookings', columns: ['person_id'], merge: 'move', erase: 'keep' },
  { table: 'fees', columns: ['person_id'], merge: 'move', erase: { reason: '' } },
  {
    table: 'standing_places',
    columns: ['person_id'],
    merge: 'move',
    once: { same: 'series_id', until: 'ended_at' },
    erase: 'keep',
  },
  { table: 'wishes', columns: ['person_id'], merge: 'move', erase: 'keep' },
  { table: 'bookings', columns: ['guardian_id'], merge: 'move', erase: 'keep' },
  { table: 'standing_places', columns: ['guardian_id'], merge: 'move', erase: 'keep' },
]
