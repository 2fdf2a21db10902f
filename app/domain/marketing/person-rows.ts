/** What becomes of what campaigns know of a person. */
import type { PersonRows } from '#app/domain/scope/person-rows.ts'

export const marketingPersonRows: readonly PersonRows[] = [
  { table: 'campaign_recipients', columns: ['person_id'], merge: 'first', erase: { address: '' } },
]
