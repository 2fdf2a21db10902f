/** Every table of a studio shard, for Drizzle and for the migration generator. */
import { sql } from 'drizzle-orm'
import { index, sqliteTable, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { outboxColumns } from '../outbox-columns.ts'

export * from './appointments.ts'
export * from './automation/automations.ts'
export * from './automation/webhooks.ts'
export * from './billing.ts'
export * from './bookings.ts'
export * from './calendar.ts'
export * from './connections/api-keys.ts'
export * from './consents.ts'
export * from './conversations/conversations.ts'
export * from './coupons.ts'
export * from './courses.ts'
export * from './day/day-book.ts'
export * from './day/files.ts'
export * from './day/pay.ts'
export * from './day/rota.ts'
export * from './day/staffing.ts'
export * from './day/time-off.ts'
export * from './day/videos.ts'
export * from './documents.ts'
export * from './entitlements.ts'
export * from './events.ts'
export * from './families.ts'
export * from './farewells.ts'
export * from './flows/flows.ts'
export * from './funnels/funnels.ts'
export * from './happenings.ts'
export * from './imports.ts'
export * from './insights.ts'
export * from './leads.ts'
export * from './marketing/campaigns.ts'
export * from './messaging.ts'
export * from './money/gift-cards.ts'
export * from './money/pack-top-ups.ts'
export * from './money/provider-money.ts'
export * from './numbers/metrics.ts'
export * from './numbers/reports.ts'
export * from './numbers/retention.ts'
export * from './payments.ts'
export * from './people.ts'
export * from './person-fields.ts'
export * from './planning.ts'
export * from './products.ts'
export * from './progression/coaching.ts'
export * from './progression/grading.ts'
export * from './progression/skills.ts'
export * from './reception.ts'
export * from './referrals.ts'
export * from './sample.ts'
export * from './scheduling.ts'
export * from './storage.ts'
export * from './tasks.ts'
export * from './training.ts'
export * from './wishes.ts'
export * from './workouts/programs.ts'
export * from './workouts/training-log.ts'
export * from './workouts/workouts.ts'

export const outbox = sqliteTable('outbox', outboxColumns, (t) => [
  uniqueIndex('outbox_once').on(t.dedupeKey),
  index('outbox_waiting').on(t.state, t.nextAttemptAtMs),
  index('outbox_newest').on(t.createdAtMs),
  // What can still be read: by whom, by what it opens, by age.
  index('outbox_readers').on(t.recipient).where(sql`recipient <> ''`),
  index('outbox_readable').on(t.kind, t.createdAtMs).where(sql`recipient <> '' AND text <> ''`),
  // Texts that a studio sent, for what it uses.
  index('outbox_texts').on(t.studioId, t.createdAtMs).where(sql`channel = 'sms'`),
  index('outbox_kept').on(t.studioId, t.createdAtMs).where(sql`recipient <> ''`),
  // What was given up, for the page that lists it.
  index('outbox_failed').on(t.studioId, t.createdAtMs).where(sql`state = 'failed'`),
])
