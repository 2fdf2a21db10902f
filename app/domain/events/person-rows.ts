/** What becomes of the tickets a person ordered; the tickets themselves: `eraseTicketsStatement`. */
import { erasedName, type PersonRows } from '#app/domain/scope/person-rows.ts'

export const eventsPersonRows: readonly PersonRows[] = [
  {
    table: 'ticket_orders',
    columns: ['person_id'],
    merge: 'move',
    erase: { buyer_name: erasedName, buyer_email: '' },
  },
]
