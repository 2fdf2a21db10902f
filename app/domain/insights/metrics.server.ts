/**
 * The catalogue of figures. An area adds its own here, each once: anyone who shows a figure takes it
 * from the catalogue and counts nothing itself.
 */
import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { countLimit } from '#app/db/page.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { may, type Role } from '#app/domain/scope/permissions.ts'
import { leadMetrics } from './lead-metrics.server.ts'
import type { Metric } from './metric.ts'
import { peopleByState, peopleOfMonth, peopleToLookAt } from './people-metrics.server.ts'

export const metrics: readonly Metric[] = [
  ...peopleByState,
  ...peopleOfMonth,
  ...peopleToLookAt,
  ...leadMetrics,
]

/** A figure as it is shown; `n` is null where it is too many to count. */
export type Counted = Pick<Metric, 'id' | 'name' | 'definition'> & {
  n: number | null
  /** More than `n`. */
  more: boolean
  path: string
}

/** How many each of these is, as one row, for the batch of a page. */
export const countsStatement = (
  ctx: StudioContext,
  which: readonly Metric[],
): Statement<Record<string, number | null>[]> =>
  ctx.db.all(
    sql`SELECT ${sql.join(
      which.map(({ count }, i) => sql`${count(ctx)} AS ${sql.raw(`n${i}`)}`),
      sql`, `,
    )}`,
  )

/** What that row says, in the order of the figures. */
export function countedOf(
  { studio }: StudioContext,
  which: readonly Metric[],
  rows: readonly Record<string, number | null>[],
): Counted[] {
  return which.map(({ id, name, definition, rows: path }, i) => {
    const n = rows[0]?.[`n${i}`] ?? null
    return {
      id,
      name,
      definition,
      path: path(studio),
      n: n === null ? null : Math.min(n, countLimit),
      more: n !== null && n > countLimit,
    }
  })
}

/** Those a role may see. */
export const metricsFor = (role: Role, which: readonly Metric[]): Metric[] =>
  which.filter(({ needs }) => may(role, needs))
