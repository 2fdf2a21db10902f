/** What becomes of what a person holds: the books stay, without a name. */
import type { PersonRows } from '#app/domain/scope/person-rows.ts'

export const entitlementsPersonRows: readonly PersonRows[] = [
  { table: 'memberships', columns: ['person_id', 'payer_id'], merge: 'move', erase: 'keep' },
  { table: 'lots', columns: ['person_id'], merge: 'move', erase: 'keep' },
  { table: 'entries', columns: ['person_id'], merge: 'move', erase: { reason: '' } },
]
