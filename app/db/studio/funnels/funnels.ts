import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { funnelStates, reminderStates } from './funnels-words.ts'

/** An offer with a page of its own, and how far people came from it. */
export const funnels = sqliteTable(
  'funnels',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    name: text().notNull(),
    /** The last word of its page's address. */
    slug: text().notNull(),
    state: text({ enum: funnelStates }).notNull(),
    headline: text().notNull(),
    text: text().notNull().default(''),
    /** What half of the visitors read instead, where one of the two is not empty. */
    headlineB: text('headline_b').notNull().default(''),
    textB: text('text_b').notNull().default(''),
    /** What it sells, one of the two: the version that was chosen; its newest one is sold. */
    packageId: text('package_id'),
    planId: text('plan_id'),
    /** A coupon's code that the checkout is opened with; empty is none. */
    coupon: text().notNull().default(''),
    /** Writes once to people who started and did not buy. */
    reminds: integer({ mode: 'boolean' }).notNull().default(true),
    /** Raised by each edit. */
    version: integer().notNull().default(1),
    createdAt: text('created_at').notNull(),
    liveSince: text('live_since'),
    endedAt: text('ended_at'),
    /** How often its page was opened, and people at each step (triggers on `funnel_starts`). */
    views: integer().notNull().default(0),
    /** Views of either page since the words that are tried stand there. */
    viewsA: integer('views_a').notNull().default(0),
    viewsB: integer('views_b').notNull().default(0),
    started: integer().notNull().default(0),
    paid: integer().notNull().default(0),
    booked: integer().notNull().default(0),
    attended: integer().notNull().default(0),
  },
  (t) => [uniqueIndex('funnels_by_slug').on(t.studioId, t.slug)],
)

/** How often the page of a funnel was opened on a day: sums, with nothing of who opened it. */
export const funnelDays = sqliteTable(
  'funnel_days',
  {
    studioId: text('studio_id').notNull(),
    funnelId: text('funnel_id').notNull(),
    /** A local date of the studio. */
    day: text().notNull(),
    views: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.studioId, t.funnelId, t.day] })],
)

/** Somebody who started at a funnel: once a person, with when they reached each further step. */
export const funnelStarts = sqliteTable(
  'funnel_starts',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    funnelId: text('funnel_id').notNull(),
    personId: text('person_id').notNull(),
    /** A hash of the key that the checkout is opened with. */
    keyHash: text('key_hash').notNull(),
    startedAt: text('started_at').notNull(),
    /** When they last started here: what they buy counts for the funnel they started at last. */
    lastAt: text('last_at').notNull(),
    /** Until when what they do counts. */
    countsUntil: text('counts_until').notNull(),
    /** Which page they read when they first started, where two are tried. */
    half: text({ enum: ['', 'a', 'b'] })
      .notNull()
      .default(''),
    /** What led them there when they first started, as in the address (`utm_source` and so on). */
    utm: text().notNull().default(''),
    paidAt: text('paid_at'),
    bookedAt: text('booked_at'),
    attendedAt: text('attended_at'),
    reminder: text({ enum: reminderStates }).notNull().default('none'),
    remindAt: text('remind_at'),
  },
  (t) => [
    uniqueIndex('funnel_starts_once').on(t.studioId, t.funnelId, t.personId),
    index('funnel_starts_by_key').on(t.studioId, t.keyHash),
    index('funnel_starts_by_person').on(t.studioId, t.personId, t.lastAt),
    index('funnel_starts_newest').on(t.studioId, t.funnelId, t.startedAt),
    // What may still come of them: the jobs start from these.
    index('funnel_starts_open').on(t.studioId, t.countsUntil).where(sql`attended_at IS NULL`),
    index('funnel_starts_to_remind').on(t.studioId, t.remindAt).where(sql`reminder = 'waiting'`),
  ],
)
