import type { BatchItem } from 'drizzle-orm/batch'

/** A statement that someone else's `batch()` can carry. */
export type Statement<Result = unknown> = BatchItem<'sqlite'> & { readonly _: { readonly result: Result } }

type Results<Statements> = { [Key in keyof Statements]: Statements[Key] extends { _: { result: infer R } } ? R : never }

type Batching = {
  batch(statements: readonly [BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]]): Promise<readonly unknown[]>
}

/**
 * Runs named statements as one D1 batch, all or nothing and one trip, and answers their results under the same names.
 * Statements run in the order they are written. `null` and `undefined` entries are left out and answer `undefined`.
 */
export async function batch<Statements extends Record<string, BatchItem<'sqlite'> | null | undefined>>(
  db: Batching,
  statements: Statements,
): Promise<Results<Statements>> {
  const entries = Object.entries(statements).filter((entry): entry is [string, BatchItem<'sqlite'>] =>
    Boolean(entry[1]),
  )
  const [first, ...rest] = entries.map(([, statement]) => statement)
  if (!first) return {} as Results<Statements>
  const results = await db.batch([first, ...rest])
  return Object.fromEntries(entries.map(([name], i) => [name, results[i]])) as Results<Statements>
}

/** Rows that a write changed: 0 means that its guard refused. */
export function changed(result: unknown): number {
  return (result as { meta?: { changes?: number } } | undefined)?.meta?.changes ?? 0
}
