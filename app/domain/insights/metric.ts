/**
 * A figure of the catalogue: its id, what it counts in words, and where its rows are. The count and
 * the list come from one condition, which its owner keeps; nobody else counts the same.
 */
import type { SQL } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Permission } from '#app/domain/scope/permissions.ts'

export type Metric = {
  /** `members.joined`: its area, then what it counts. */
  id: string
  name: string
  /** Whom or what it counts, in one sentence. */
  definition: string
  needs: Permission
  /**
   * How many there are, an expression that counts no further than 1,001; null where counting would
   * read everything of a large studio.
   */
  count(ctx: StudioContext): SQL
  /** The list of its rows. */
  rows(studio: { slug: string }): string
}
