/** What becomes of the leads of a person, and of what a person of staff has of them. */
import type { PersonRows } from '#app/domain/scope/person-rows.ts'

export const leadsPersonRows: readonly PersonRows[] = [
  {
    table: 'leads',
    columns: ['person_id'],
    merge: 'move',
    erase: {
      campaign: '',
      interest: '',
      preferred_times: '',
      tags: '',
      referred_by: '',
      lost_reason: '',
    },
  },
  { table: 'leads', columns: ['owner_id'], merge: 'move', erase: { owner_id: null } },
  { table: 'lead_forms', columns: ['owner_id'], merge: 'move', erase: { owner_id: null } },
  { table: 'lead_keys', columns: ['person_id'], merge: 'first', erase: 'delete' },
  { table: 'lead_owners', columns: ['person_id'], merge: 'first', erase: 'delete' },
  { table: 'lead_pairs', columns: ['person_id', 'other_id'], merge: 'first', erase: 'delete' },
]
