import { type SQL, sql } from 'drizzle-orm'
import { batch } from './batch.server.ts'
import type { DirectoryDb, StudioDb } from './connection.server.ts'

/** One page of a list. `total` is exact up to 1,000; above it `more` is true and the page says "1,000+". */
export type Page<Item> = { items: Item[]; page: number; perPage: number; total: number; more: boolean; pages: number }

/** Totals are counted no further than this, so that a count never scans a large table. */
export const countLimit = 1_000

/**
 * Reads page `number` (from 1) of a list and its total in one batch. `select` and `from` are SQL without WHERE's
 * keyword; the same `where` serves the CSV and bulk actions of the list.
 */
export async function page<Row, Item>(
  db: DirectoryDb | StudioDb,
  query: { select: SQL; from: SQL; where: SQL; orderBy: SQL },
  { page: number, perPage }: { page: number; perPage: number },
  map: (row: Row) => Item,
): Promise<Page<Item>> {
  const offset = (number - 1) * perPage
  const { items, count } = await batch(db as StudioDb, {
    items: (db as StudioDb).all<Row>(
      sql`SELECT ${query.select} FROM ${query.from} WHERE ${query.where} ORDER BY ${query.orderBy} LIMIT ${perPage} OFFSET ${offset}`,
    ),
    count: (db as StudioDb).all<{ n: number }>(
      sql`SELECT count(*) AS n FROM (SELECT 1 FROM ${query.from} WHERE ${query.where} LIMIT ${countLimit + 1})`,
    ),
  })
  const counted = count[0]?.n ?? 0
  const total = Math.min(counted, countLimit)
  return {
    items: items.map(map),
    page: number,
    perPage,
    total,
    more: counted > countLimit,
    pages: Math.max(1, Math.ceil(total / perPage)),
  }
}
