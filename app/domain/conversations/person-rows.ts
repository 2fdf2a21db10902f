/** What becomes of what a person wrote, and of what staff wrote to them. */
import type { PersonRows } from '#app/domain/scope/person-rows.ts'

export const conversationsPersonRows: readonly PersonRows[] = [
  {
    table: 'conversations',
    columns: ['person_id'],
    merge: 'move',
    erase: { last_text: '', labels: '', name: '', address: '' },
  },
  { table: 'conversations', columns: ['assignee_id'], merge: 'move', erase: { assignee_id: null } },
  {
    table: 'conversation_messages',
    columns: ['person_id'],
    merge: 'move',
    erase: {
      text: '',
      quoted: '',
      about: '',
      about_path: '',
      source_ref: '',
      by_name: '',
      delivery: '',
    },
  },
  { table: 'conversation_reads', columns: ['person_id'], merge: 'first', erase: 'delete' },
]
