import type { BatchItem } from 'drizzle-orm/batch'
import type { RunnableQuery } from 'drizzle-orm/runnable-query'

/** A statement that someone else's `batch()` can carry. */
export type Statement<Result = unknown> = RunnableQuery<Result, 'sqlite'>

type ResultOf<One> = One extends { _: { result: infer R } } ? R : undefined
/** What a batch of named statements answers, under the same names. */
export type Results<Statements> = { [Key in keyof Statements]: ResultOf<Statements[Key]> }

/**
 * What drizzle makes of a statement; public enough to its own `batch`, which cannot bind the
 * parameters of raw SQL.
 */
type Prepared = {
  getQuery(): { sql: string; params: unknown[] }
  mapResult(response: unknown, isFromBatch: boolean): unknown
}

/**
 * Runs named statements as one D1 batch, all or nothing and one trip, and answers their results
 * under the same names. Statements run in the order they are written. `null` and `undefined`
 * entries are left out and answer `undefined`.
 */
export async function batch<
  Statements extends Record<string, BatchItem<'sqlite'> | null | undefined>,
>(db: { $client: D1Database }, statements: Statements): Promise<Results<Statements>> {
  const prepared = Object.entries(statements).flatMap(([name, statement]) =>
    statement
      ? [{ name, query: (statement as unknown as { _prepare(): Prepared })._prepare() }]
      : [],
  )
  if (prepared.length === 0) return {} as Results<Statements>
  const responses = await db.$client.batch(
    prepared.map(({ query }) => {
      const { sql, params } = query.getQuery()
      return db.$client.prepare(sql).bind(...params)
    }),
  )
  return Object.fromEntries(
    prepared.map(({ name, query }, i) => [name, query.mapResult(responses[i], true)]),
  ) as Results<Statements>
}

/** The same statements under names that no others of a batch have. */
export const prefixed = <Name extends string, Statements extends Record<string, unknown>>(
  prefix: Name,
  statements: Statements,
) =>
  Object.fromEntries(
    Object.entries(statements).map(([name, statement]) => [`${prefix}.${name}`, statement]),
  ) as { [Key in keyof Statements as `${Name}.${string & Key}`]: Statements[Key] }

/** The SQL of a statement and what is bound to it. */
export const queryOf = (statement: Statement<unknown>): { sql: string; params: unknown[] } =>
  (statement as unknown as { _prepare(): Prepared })._prepare().getQuery()

/**
 * Rows that a write changed: 0 means that its guard refused. Rows that triggers changed count too:
 * ask for more than 0.
 */
export function changed(result: unknown): number {
  return (result as { meta?: { changes?: number } } | undefined)?.meta?.changes ?? 0
}
