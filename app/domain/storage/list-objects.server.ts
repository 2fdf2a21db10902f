import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { DirectoryDb, StudioDb } from '#app/db/connection.server.ts'
import { compareTexts } from '#app/values/text-order.ts'
import { allOn, type ObjectRow, objectColumns, toObject } from './object-queries.server.ts'
import type { StoredObject } from './stored-object.ts'

const sortColumns = ['name', 'updated_at', 'created_at', 'last_accessed_at'] as const

export const ListParameters = z.object({
  prefix: z.string().max(1_000).nullish(),
  limit: z.int().min(1).max(1_000).default(100),
  offset: z.int().min(0).max(1_000_000).default(0),
  search: z.string().max(200).nullish(),
  sortBy: z
    .object({
      column: z.enum(sortColumns).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .default({ column: 'name', order: 'asc' }),
})
export type ListParameters = z.output<typeof ListParameters>

/** A folder, or a file, right below a prefix. */
export type Listed = { name: string; object: StoredObject | null }

const orderColumn = {
  name: sql`entry`,
  updated_at: sql`updatedAtMs`,
  created_at: sql`createdAtMs`,
  last_accessed_at: sql`updatedAtMs`,
} satisfies Record<(typeof sortColumns)[number], SQL>

type Entry = ObjectRow & { entry: string; isFolder: number }

/** The order of the statement, for rows of several databases: folders first, ties by name. */
function inOrder({ column, order }: ListParameters['sortBy']) {
  const turn = order === 'desc' ? -1 : 1
  const compare = {
    name: (a: Entry, b: Entry) => compareTexts(a.entry, b.entry),
    updated_at: (a: Entry, b: Entry) => a.updatedAtMs - b.updatedAtMs,
    created_at: (a: Entry, b: Entry) => a.createdAtMs - b.createdAtMs,
    last_accessed_at: (a: Entry, b: Entry) => a.updatedAtMs - b.updatedAtMs,
  }[column]
  return (a: Entry, b: Entry) =>
    b.isFolder - a.isFolder || turn * compare(a, b) || compareTexts(a.entry, b.entry)
}

/**
 * What lies right below a folder: files, and folders once each, in every database given. `folder`
 * is `''` for the root or ends in a slash; `within` narrows the root to one first folder.
 */
export async function listObjects(
  databases: readonly (DirectoryDb | StudioDb)[],
  bucketId: string,
  folder: string,
  { limit, offset, search, sortBy }: ListParameters,
  within?: string,
): Promise<Listed[]> {
  const from = within ?? folder
  const rest = sql`substr(path, ${folder.length + 1})`
  const entry = sql`CASE instr(${rest}, '/') WHEN 0 THEN ${rest}
    ELSE substr(${rest}, 1, instr(${rest}, '/') - 1) END`
  const below = from === '' ? sql`1` : sql`path >= ${from} AND path < ${`${from.slice(0, -1)}0`}`
  const found = search
    ? sql`AND lower(substr(${entry}, 1, ${search.length})) = ${search.toLowerCase()}`
    : sql``
  const direction = sql.raw(sortBy.order === 'desc' ? 'DESC' : 'ASC')
  const order = sql`${orderColumn[sortBy.column]} ${direction}, entry`
  const answers = await Promise.all(
    databases.map((db) =>
      allOn<Entry>(
        db,
        sql`SELECT ${objectColumns}, ${entry} AS entry, instr(${rest}, '/') > 0 AS isFolder
          FROM objects WHERE bucket_id = ${bucketId} AND ${below} ${found}
          GROUP BY entry, isFolder ORDER BY isFolder DESC, ${order} LIMIT ${limit + offset}`,
      ),
    ),
  )
  const rows = answers.flat()
  if (databases.length > 1) rows.sort(inOrder(sortBy))
  return rows.slice(offset, offset + limit).map(({ entry: name, isFolder, ...row }) => ({
    name,
    object: isFolder ? null : toObject(row),
  }))
}
