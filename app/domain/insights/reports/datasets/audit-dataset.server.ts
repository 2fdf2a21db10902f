import { sql } from 'drizzle-orm'
import type { Dataset } from '../dataset.ts'
import { between } from './people-datasets.server.ts'

export const audits: Dataset = {
  id: 'audits',
  name: 'Audit log',
  grain: 'something that was done at the desk',
  basis: '',
  snapshot: false,
  day: 'the day it was done',
  from: (ctx, period) => sql`
    FROM audit_entries AS entry INDEXED BY audit_entries_by_time
    WHERE entry.studio_id = ${ctx.studio.id} AND ${between(ctx, sql`entry.created_at`, period)}`,
  order: sql`entry.created_at, entry.id`,
  traits: [
    {
      id: 'at',
      name: 'When',
      kind: 'instant',
      about: 'The moment it was done.',
      sql: sql`entry.created_at`,
    },
    {
      id: 'who',
      name: 'Who',
      kind: 'text',
      group: true,
      about: 'Who did it, by name.',
      sql: sql`entry.actor_name`,
    },
    {
      id: 'action',
      name: 'What',
      kind: 'text',
      group: true,
      about: 'What was done, as the log has it.',
      sql: sql`entry.action`,
    },
    {
      id: 'subject',
      name: 'To what',
      kind: 'text',
      group: true,
      about: 'The kind of thing it was done to.',
      sql: sql`entry.subject_kind`,
    },
    {
      id: 'reason',
      name: 'Reason',
      kind: 'text',
      about: 'Why, where a reason was given.',
      sql: sql`entry.reason`,
    },
  ],
  measures: [{ id: 'entries', name: 'Entries', kind: 'number', sql: sql`1`, about: 'How many.' }],
}
