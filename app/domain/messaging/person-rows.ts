/** What becomes of the notices of a person; letters are reached by their address. */
import type { PersonRows } from '#app/domain/scope/person-rows.ts'

export const messagingPersonRows: readonly PersonRows[] = [
  { table: 'notices', columns: ['person_id'], merge: 'move', erase: 'delete' },
  {
    table: 'notification_choices',
    columns: ['person_id'],
    merge: 'first',
    erase: 'delete',
  },
  { table: 'push_devices', columns: ['person_id'], merge: 'first', erase: 'delete' },
]
