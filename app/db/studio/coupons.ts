import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Codes that take something off what is sold, and who may use them for what, when and how often. */
export const coupons = sqliteTable(
  'coupons',
  {
    /** Comes with the form. */
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    /** As it is typed at the desk, in capitals. */
    code: text().notNull(),
    kind: text({ enum: ['percent', 'amount', 'free_period'] }).notNull(),
    /** Hundredths of a percent, or minor units; of a free period nothing. */
    value: integer().notNull(),
    /** `new` are people who never held a membership or a pack. */
    audience: text({ enum: ['everyone', 'new'] }).notNull(),
    /** JSON of ids of plans and packages, each of whichever version; `[]` is all. */
    offers: text().notNull().default('[]'),
    /** Local dates between which it is good, both inclusive; null is open. */
    saleFrom: text('sale_from'),
    saleUntil: text('sale_until'),
    oncePerPerson: integer('once_per_person', { mode: 'boolean' }).notNull(),
    /** How often it can be used in all; null is any number. */
    mostUses: integer('most_uses'),
    createdAt: text('created_at').notNull(),
    /** Nobody can use it any more. */
    stoppedAt: text('stopped_at'),
  },
  (t) => [
    uniqueIndex('coupons_by_code').on(t.studioId, t.code).where(sql`stopped_at IS NULL`),
    index('coupons_by_age').on(t.studioId, t.createdAt),
  ],
)

/** Each sale that a coupon was used for. */
export const couponUses = sqliteTable(
  'coupon_uses',
  {
    /** The sale: the lot or the membership that was bought. */
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    couponId: text('coupon_id').notNull(),
    personId: text('person_id').notNull(),
    usedAt: text('used_at').notNull(),
  },
  (t) => [
    index('coupon_uses_by_coupon').on(t.studioId, t.couponId, t.personId),
    index('coupon_uses_by_person').on(t.studioId, t.personId),
  ],
)
