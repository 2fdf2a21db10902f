/** What becomes of a person's payments by the provider and the cards they had kept. */
import type { PersonRows } from '#app/domain/scope/person-rows.ts'

export const paymentsPersonRows: readonly PersonRows[] = [
  { table: 'payment_attempts', columns: ['person_id'], merge: 'move', erase: 'keep' },
  { table: 'payment_methods', columns: ['person_id'], merge: 'move', erase: 'delete' },
  { table: 'payment_customers', columns: ['person_id'], merge: 'first', erase: 'delete' },
]
