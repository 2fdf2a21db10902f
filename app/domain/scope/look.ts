import { type SQL, sql } from 'drizzle-orm'
import type { Instant } from '#app/values/instant.ts'
import { localDate } from '#app/values/zone.ts'
import type { StudioContext } from './contexts.ts'

/**
 * Where a condition on a studio's rows looks: at one studio, or at every studio of a shard at once,
 * of which `studio` and `today` are then columns.
 */
export type Look = {
  studio: SQL
  /** The date in the studio's zone. */
  today: SQL
  /** The business clock. */
  now: Instant
}

/**
 * Whether a studio has work of one kind, as a condition. It may hold where nothing is done in the
 * end, never the other way round: what it leaves out is not done.
 */
export type DueSql = (look: Look) => SQL

/** At the studio of a context. */
export const lookAt = ({ studio, now }: Pick<StudioContext, 'studio' | 'now'>): Look => ({
  studio: sql`${studio.id}`,
  today: sql`${localDate(now, studio.timeZone)}`,
  now,
})

/** At each row of `studio` (`id`, `today`). */
export const lookAtEach = (now: Instant): Look => ({
  studio: sql`studio.id`,
  today: sql`studio.today`,
  now,
})
