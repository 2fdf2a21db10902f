/** What becomes of the starts of a person at funnels: they tell nothing of who it was. */
import type { PersonRows } from '#app/domain/scope/person-rows.ts'

export const funnelPersonRows: readonly PersonRows[] = [
  { table: 'funnel_starts', columns: ['person_id'], merge: 'first', erase: 'keep' },
]
