import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from './batch.server.ts'
import type { DirectoryDb, StudioDb } from './connection.server.ts'

/**
 * One page of a list. `total` is exact up to 1,000; above it `more` is true and the page says
 * "1,000+".
 */
export type Page<Item> = {
  items: Item[]
  page: number
  perPage: number
  total: number
  more: boolean
  pages: number
}

/** Totals are counted no further than this, so that a count never scans a large table. */
export const countLimit = 1_000

type ListQuery = { select: SQL; from: SQL; where: SQL; orderBy: SQL }
export type PageNumber = { page: number; perPage: number }

/**
 * The two statements of one page of a list, for a page query's own batch; `toPage` reads their
 * answers. `select` and `from` are SQL without WHERE's keyword; the same `where` serves the CSV and
 * bulk actions of the list.
 */
export function pageStatements<Row>(
  db: DirectoryDb | StudioDb,
  query: ListQuery,
  { page: number, perPage }: PageNumber,
): { items: Statement<Row[]>; count: Statement<{ n: number }[]> } {
  const offset = (number - 1) * perPage
  return {
    items: (db as StudioDb).all<Row>(
      sql`SELECT ${query.select} FROM ${query.from} WHERE ${query.where} ORDER BY ${query.orderBy}
        LIMIT ${perPage} OFFSET ${offset}`,
    ),
    count: (db as StudioDb).all<{ n: number }>(
      sql`SELECT count(*) AS n
        FROM (SELECT 1 FROM ${query.from} WHERE ${query.where} LIMIT ${countLimit + 1})`,
    ),
  }
}

/**
 * The same for a list whose rows may be few among very many: `few`, a SELECT of the row ids of
 * `table` that finds them by an index of their own, is asked first. Where it finds more than are
 * counted, they are met soon enough in the order of the list, which `inOrder` is the index of;
 * else just they are sorted.
 */
export function pageOfFewStatements<Row>(
  db: StudioDb,
  {
    select,
    table: { name, alias, inOrder },
    where,
    few,
    orderBy,
  }: Omit<ListQuery, 'from'> & {
    table: { name: SQL; alias: SQL; inOrder: SQL }
    few: SQL
  },
  { page: number, perPage }: PageNumber,
): { items: Statement<Row[]>; count: Statement<{ n: number }[]> } {
  const found = sql`SELECT found.at FROM (${few}) AS found LIMIT ${countLimit + 1}`
  const page = sql`ORDER BY ${orderBy} LIMIT ${perPage} OFFSET ${(number - 1) * perPage}`
  return {
    items: db.all<Row>(sql`
      WITH few(at) AS MATERIALIZED (${found}),
        counted AS MATERIALIZED (SELECT count(*) AS n FROM few)
      SELECT * FROM (SELECT ${select} FROM counted CROSS JOIN few CROSS JOIN ${name} AS ${alias}
        ON ${alias}.rowid = few.at
        WHERE counted.n <= ${countLimit} ${page})
      UNION ALL
      SELECT * FROM (SELECT ${select} FROM counted
        CROSS JOIN ${name} AS ${alias} INDEXED BY ${inOrder}
        WHERE counted.n > ${countLimit} AND ${where} ${page})`),
    count: db.all<{ n: number }>(sql`SELECT count(*) AS n FROM (${found})`),
  }
}

/** What the statements of a page answered, as the page. */
export function toPage<Row, Item>(
  { items, count }: { items: readonly Row[]; count: readonly { n: number }[] },
  { page: number, perPage }: PageNumber,
  map: (row: Row) => Item,
): Page<Item> {
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

/** Reads page `number` (from 1) of a list and its total in one batch. */
export async function page<Row, Item>(
  db: DirectoryDb | StudioDb,
  query: ListQuery,
  at: PageNumber,
  map: (row: Row) => Item,
): Promise<Page<Item>> {
  return toPage(await batch(db as StudioDb, pageStatements<Row>(db, query, at)), at, map)
}
