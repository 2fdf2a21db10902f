import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** The link by which a member brings friends. */
export const referralLinks = sqliteTable(
  'referral_links',
  {
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    code: text().notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.studioId, t.personId] }),
    uniqueIndex('referral_links_by_code').on(t.studioId, t.code),
  ],
)

/**
 * Who brought whom, from the friend's first touch. It is settled once, when the friend first pays
 * for something: with what each got, or with nothing.
 */
export const referrals = sqliteTable(
  'referrals',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    referrerId: text('referrer_id').notNull(),
    friendId: text('friend_id').notNull(),
    cameAt: text('came_at').notNull(),
    settledAt: text('settled_at'),
    /** Account credit that was given, in minor units. */
    referrerMinor: integer('referrer_minor').notNull().default(0),
    friendMinor: integer('friend_minor').notNull().default(0),
  },
  (t) => [
    index('referrals_by_referrer').on(t.studioId, t.referrerId, t.cameAt),
    index('referrals_by_friend').on(t.studioId, t.friendId),
    index('referrals_open').on(t.studioId, t.friendId).where(sql`settled_at IS NULL`),
  ],
)
