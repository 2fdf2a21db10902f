/** What becomes of the open items, invoices, payments and account credit of a person. */
import type { PersonRows } from '#app/domain/scope/person-rows.ts'

export const billingPersonRows: readonly PersonRows[] = [
  {
    table: 'open_items',
    columns: ['person_id'],
    merge: 'move',
    erase: { discount_reason: '' },
  },
  { table: 'invoices', columns: ['person_id'], merge: 'move', erase: { reason: '' } },
  { table: 'invoices', columns: ['billed_to_id'], merge: 'move', erase: 'keep' },
  {
    table: 'invoice_drafts',
    columns: ['person_id'],
    merge: 'move',
    erase: { lines: '[]', discount_reason: '' },
  },
  { table: 'payments', columns: ['person_id'], merge: 'move', erase: { note: '' } },
  { table: 'account_entries', columns: ['person_id'], merge: 'move', erase: { reason: '' } },
]
