/** Packs that are bought again automatically, because their owner asked for it. */
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * `told`: its owner was told and it is charged from `due_at` on; `charging`: the provider was asked,
 * by the purchase `checkout_id`; `stopped`: a charge failed, or it is sold so no longer.
 */
const topUpStates = ['on', 'told', 'charging', 'off', 'stopped'] as const

export const packTopUps = sqliteTable(
  'pack_top_ups',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    /** The version that its owner agreed to, with its price: another is never charged. */
    packageId: text('package_id').notNull(),
    /** It is bought again with so many credits left, or fewer. */
    atLeft: integer('at_left').notNull(),
    state: text({ enum: topUpStates }).notNull(),
    /** The lot that ran low last: each is the cause of one purchase at most. */
    lotId: text('lot_id').notNull().default(''),
    dueAt: text('due_at'),
    checkoutId: text('checkout_id'),
    /** Why it stopped. */
    reason: text().notNull().default(''),
    version: integer().notNull(),
    agreedAt: text('agreed_at').notNull(),
  },
  (t) => [
    uniqueIndex('pack_top_ups_once').on(t.studioId, t.personId, t.packageId),
    // The job that buys packs again starts here.
    index('pack_top_ups_by_state').on(t.studioId, t.state, t.dueAt),
  ],
)
