/** What becomes of what people keep beside the person’s own row. */
import type { PersonRows } from '#app/domain/scope/person-rows.ts'

export const peoplePersonRows: readonly PersonRows[] = [
  { table: 'referral_links', columns: ['person_id'], merge: 'first', erase: 'delete' },
  // Two of one friend stay two, of which one is rewarded.
  { table: 'referrals', columns: ['referrer_id', 'friend_id'], merge: 'move', erase: 'delete' },
  { table: 'bulk_targets', columns: ['person_id'], merge: 'stay', erase: 'delete' },
  { table: 'calendar_links', columns: ['person_id'], merge: 'first', erase: 'delete' },
  { table: 'consents', columns: ['person_id'], merge: 'move', erase: 'delete' },
  { table: 'person_notes', columns: ['person_id'], merge: 'move', erase: 'delete' },
  { table: 'reminder_choices', columns: ['person_id'], merge: 'first', erase: 'delete' },
  { table: 'sample_people', columns: ['person_id'], merge: 'first', erase: 'delete' },
  // Letters that are out have it: it leads on to the record that is kept.
  { table: 'unsubscribe_links', columns: ['person_id'], merge: 'stay', erase: 'delete' },
  { table: 'person_field_values', columns: ['person_id'], merge: 'first', erase: 'delete' },
  { table: 'brought_levels', columns: ['person_id'], merge: 'move', erase: 'delete' },
  { table: 'person_levels', columns: ['person_id'], merge: 'first', erase: 'delete' },
]
