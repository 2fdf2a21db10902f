/** What becomes of the deliveries that name a person. */
import type { PersonRows } from '#app/domain/scope/person-rows.ts'

export const webhooksPersonRows: readonly PersonRows[] = [
  { table: 'webhook_deliveries', columns: ['person_id'], merge: 'stay', erase: 'delete' },
]
