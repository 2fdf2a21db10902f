import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { deliveryStates, tryErrors, webhookPauses } from './webhooks-words.ts'

/** An address of another program that is told what happens in the studio. */
export const webhookTargets = sqliteTable(
  'webhook_targets',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    name: text().notNull(),
    address: text().notNull(),
    /** What it is told of, a JSON list of `domain/webhooks/webhook-kinds.ts`. */
    kinds: text().notNull(),
    /** Raised by each edit. */
    version: integer().notNull().default(1),
    /** Why nothing is sent; empty while it is. */
    paused: text({ enum: ['', ...webhookPauses] })
      .notNull()
      .default(''),
    /** What posts are signed with, sealed at rest. */
    sealedSecret: text('sealed_secret').notNull(),
    /** The one before, which signs as well until then. */
    formerSealedSecret: text('former_sealed_secret'),
    formerUntil: text('former_until'),
    /** The last of `happenings` that was looked at for it. */
    seenSeq: integer('seen_seq').notNull(),
    /** Since when every try failed; null after one that did not. */
    failingSince: text('failing_since'),
    /** Until when it asked to be left alone. */
    heldUntil: text('held_until'),
    createdAt: text('created_at').notNull(),
    endedAt: text('ended_at'),
  },
  (t) => [index('webhook_targets_by_studio').on(t.studioId).where(sql`ended_at IS NULL`)],
)

/** One event for one target, and what became of it. Kept for 30 days. */
export const webhookDeliveries = sqliteTable(
  'webhook_deliveries',
  {
    /** Its `webhook-id`, the same however often it is tried. */
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    targetId: text('target_id').notNull(),
    /** The happening, the run of an automation or the form that it comes from: once a target. */
    cause: text().notNull(),
    kind: text().notNull(),
    /** Whom its body names. */
    personId: text('person_id'),
    body: text().notNull(),
    state: text({ enum: deliveryStates }).notNull().default('waiting'),
    /** Tries so far, and how many of them since it was last sent again. */
    tries: integer().notNull().default(0),
    step: integer().notNull().default(0),
    nextAt: text('next_at').notNull(),
    /** Whose try it is. */
    claim: text(),
    /** What the last try was answered: a status of HTTP, or why there is none. */
    status: integer(),
    error: text({ enum: ['', ...tryErrors] })
      .notNull()
      .default(''),
    triedAt: text('tried_at'),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('webhook_deliveries_once').on(t.studioId, t.targetId, t.cause),
    index('webhook_deliveries_due')
      .on(t.studioId, t.targetId, t.nextAt)
      .where(sql`state = 'waiting'`),
    index('webhook_deliveries_failed').on(t.studioId, t.targetId).where(sql`state = 'failed'`),
    index('webhook_deliveries_newest').on(t.studioId, t.targetId, t.createdAt),
    index('webhook_deliveries_by_age').on(t.studioId, t.createdAt),
    index('webhook_deliveries_by_person')
      .on(t.studioId, t.personId)
      .where(sql`person_id IS NOT NULL`),
  ],
)
