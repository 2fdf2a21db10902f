import { sql } from 'drizzle-orm'
import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** What may ask for someone at work; the words of each are `domain/tasks/task-words.ts`. */
export const taskKinds = [
  'substitute',
  'substitute_claim',
  'appointment_request',
  'course_decision',
  'few_booked',
  'fees_due',
  'class_clash',
  'inspection_due',
  'stock_low',
  'qualification_ends',
  'time_off_asked',
  'time_off_ended',
  'shift_given_back',
  'opening',
  'lead_next',
  'erase_request',
  'low_score',
  'of_age_address',
  'payment_failed',
  'pay_back',
  'payment_disputed',
  'refund_failed',
  'webhook_paused',
] as const

/**
 * What needs someone at work: one row a cause, however often the cause is met. `over` is a cause
 * that ended automatically and may come back; what someone did stays done.
 */
export const tasks = sqliteTable(
  'tasks',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    causeKind: text('cause_kind', { enum: taskKinds }).notNull(),
    /** What it is about within its kind: an id, or a local date. */
    causeRef: text('cause_ref').notNull(),
    /** Whose work it is while nobody in particular has it; owners and managers see everything. */
    role: text({ enum: ['manager', 'front_desk'] }).notNull(),
    /** The person who has it. */
    personId: text('person_id'),
    dueAt: text('due_at').notNull(),
    /** From when nothing can be done about it any more; null is never. */
    endsAt: text('ends_at'),
    /** The page where it is done. */
    path: text().notNull(),
    /** What its title and note are made of, as JSON. */
    facts: text().notNull().default('{}'),
    state: text({ enum: ['open', 'done', 'over'] })
      .notNull()
      .default('open'),
    createdAt: text('created_at').notNull(),
    doneAt: text('done_at'),
    /** The account that did it; null where the cause ended. */
    doneBy: text('done_by'),
    doneByName: text('done_by_name').notNull().default(''),
  },
  (t) => [
    uniqueIndex('tasks_one_per_cause')
      .on(t.studioId, t.causeKind, t.causeRef)
      .where(sql`state <> 'over'`),
    index('tasks_open').on(t.studioId, t.dueAt).where(sql`state = 'open'`),
    index('tasks_open_of_role').on(t.studioId, t.role, t.dueAt).where(sql`state = 'open'`),
    index('tasks_open_of_person')
      .on(t.studioId, t.personId, t.dueAt)
      .where(sql`state = 'open' AND person_id IS NOT NULL`),
    index('tasks_open_of_kind').on(t.studioId, t.causeKind).where(sql`state = 'open'`),
    index('tasks_done').on(t.studioId, t.doneAt).where(sql`state = 'done'`),
  ],
)
