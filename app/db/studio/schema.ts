/** Every table of a studio shard, for Drizzle and for the migration generator. */
import { index, sqliteTable, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { outboxColumns } from '../outbox-columns.ts'

export * from './appointments.ts'
export * from './billing.ts'
export * from './bookings.ts'
export * from './calendar.ts'
export * from './courses.ts'
export * from './entitlements.ts'
export * from './events.ts'
export * from './happenings.ts'
export * from './people.ts'
export * from './planning.ts'
export * from './reception.ts'
export * from './sample.ts'
export * from './scheduling.ts'
export * from './storage.ts'
export * from './tasks.ts'
export * from './training.ts'
export * from './wishes.ts'

export const outbox = sqliteTable('outbox', outboxColumns, (t) => [
  uniqueIndex('outbox_once').on(t.dedupeKey),
  index('outbox_waiting').on(t.state, t.nextAttemptAtMs),
  index('outbox_newest').on(t.createdAtMs),
])
