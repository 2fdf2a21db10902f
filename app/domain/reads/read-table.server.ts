import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import {
  liveSessionStatement,
  type PresentedSession,
  standingOf,
} from '#app/domain/identity/sessions/live-session.server.ts'
import type { Caller } from '#app/domain/storage/access.ts'
import { type Filter, type Narrowed, parseFilters } from './parse-filters.ts'
import { parseSelect, type Selected } from './parse-select.ts'
import { findPublishedTable, type PublishedTable } from './published-tables.ts'
import { type ReadRefusal, RefusedRead } from './read-refusal.ts'

export type Row = Record<string, unknown>

export type ReadTableResult =
  | {
      ok: true
      rows: Row[]
      offset: number /** All rows there are, where it was asked for. */
      total: number | null
    }
  | { ok: false; reason: 'unknown_caller' }
  | { ok: false; reason: 'insufficient_aal' }
  | { ok: false; reason: 'refused'; refusal: ReadRefusal }

/**
 * Reads a published table for a program: only columns of the fixed list, every value bound, and
 * only rows that the caller may see: an account its own `users` row and the studios it has a place
 * in, the project's service key all, the anon key, which is public, none; role names are for
 * everyone. Who owes the second step reads no more than the own `users` row. Refuses, with the code
 * of the wire contract, a query that cannot be read.
 */
export async function readTable(
  { directory, nowMs }: { directory: DirectoryDb; nowMs: number },
  { caller, session }: { caller: Caller; session: PresentedSession | null },
  { table: name, search, count }: { table: string; search: URLSearchParams; count: boolean },
): Promise<ReadTableResult> {
  try {
    const table = findPublishedTable(name)
    if (!table) {
      throw new RefusedRead(
        404,
        'PGRST205',
        `Could not find the table 'public.${name}' in the schema cache`,
      )
    }
    const select = parseSelect(search.get('select') || '*', name)
    const narrowed = parseFilters(search, table, name)
    const from = sql`FROM ${sql.raw(table.source)} AS depth_0
      WHERE ${whereOf(caller, name, select, narrowed.filters)}`
    const { live, rows, counted } = await batch(directory, {
      live: session ? liveSessionStatement(directory, session, { nowMs }) : null,
      rows: directory.all<{ cells: string }>(
        sql`SELECT ${cellsOf(caller, select, 0)} AS cells ${from} ${orderOf(narrowed)}
          LIMIT ${narrowed.limit} OFFSET ${narrowed.offset}`,
      ),
      counted: count ? directory.all<{ n: number }>(sql`SELECT count(*) AS n ${from}`) : null,
    })
    const standing = live ? standingOf(live) : 'known'
    if (standing === 'gone') return { ok: false, reason: 'unknown_caller' }
    if (standing === 'second_step' && !isOfOneself(name, select))
      return { ok: false, reason: 'insufficient_aal' }
    return {
      ok: true,
      rows: (rows as { cells: string }[]).map(({ cells }) =>
        toRow(JSON.parse(cells) as unknown[], table, select),
      ),
      offset: narrowed.offset,
      total: count ? ((counted as { n: number }[])[0]?.n ?? 0) : null,
    }
  } catch (error) {
    if (error instanceof RefusedRead)
      return { ok: false, reason: 'refused', refusal: error.refusal }
    throw error
  }
}

/** Whether a query stays with the caller's own row and the names of roles, embedded tables too. */
const isOfOneself = (table: string, select: readonly Selected[]): boolean =>
  table !== 'studios' &&
  select.every((item) => item.kind === 'column' || isOfOneself(item.relation.to, item.select))

/** A published name or a place of ours in a query: never a caller's text. */
const column = (depth: number, name: string) => sql`${sql.raw(`depth_${depth}`)}.${sql.raw(name)}`

/** Which rows of a table a caller sees. */
function rowRule(caller: Caller, table: string, depth: number): SQL {
  if (caller.kind === 'service' || table === 'role') return sql`1`
  if (caller.kind === 'anon') return sql`0`
  if (table === 'users') return sql`${column(depth, 'auth_id')} = ${caller.userId}`
  return sql`EXISTS (SELECT 1 FROM affiliations AS affiliation
    WHERE affiliation.user_id = ${caller.userId} AND affiliation.studio_id = ${column(depth, 'id')}
      AND affiliation.state <> 'left')`
}

function whereOf(
  caller: Caller,
  table: string,
  select: readonly Selected[],
  filters: readonly Filter[],
): SQL {
  const inner = select.flatMap((item) =>
    item.kind === 'embedded' && item.inner
      ? [sql`EXISTS (SELECT 1 ${embeddedFrom(caller, item, 1)})`]
      : [],
  )
  return sql.join([rowRule(caller, table, 0), ...filters.map(conditionOf), ...inner], sql` AND `)
}

type Embedded = Extract<Selected, { kind: 'embedded' }>

function embeddedFrom(caller: Caller, { relation }: Embedded, depth: number): SQL {
  const { source } = findPublishedTable(relation.to) as PublishedTable
  return sql`FROM ${sql.raw(source)} AS ${sql.raw(`depth_${depth}`)}
    WHERE ${column(depth, relation.there)} = ${column(depth - 1, relation.here)}
      AND ${rowRule(caller, relation.to, depth)}`
}

/** D1 lets a function have 32 arguments, so cells are arrays of arrays. */
const cellsAtOnce = 30

/** A row as JSON: one cell for each thing selected, embedded tables as such rows again. */
function cellsOf(caller: Caller, select: readonly Selected[], depth: number): SQL {
  const cells = select.map((item) => {
    if (item.kind === 'column') return column(depth, item.column)
    const inside = cellsOf(caller, item.select, depth + 1)
    const from = embeddedFrom(caller, item, depth + 1)
    return item.relation.many
      ? sql`(SELECT json_group_array(json(cells))
        FROM (SELECT ${inside} AS cells ${from} LIMIT 1000))`
      : sql`(SELECT json(${inside}) ${from} LIMIT 1)`
  })
  const groups: SQL[] = []
  for (let at = 0; at < cells.length; at += cellsAtOnce) {
    groups.push(sql`json_array(${sql.join(cells.slice(at, at + cellsAtOnce), sql`, `)})`)
  }
  return sql`json_array(${sql.join(groups, sql`, `)})`
}

/** Cells under the names they were asked for. */
function toRow(groups: unknown[], table: PublishedTable, select: readonly Selected[]): Row {
  const cells = (groups as unknown[][]).flat(1)
  return Object.fromEntries(select.map((item, i) => [item.as, toCell(cells[i], table, item)]))
}

function toCell(cell: unknown, table: PublishedTable, item: Selected): unknown {
  if (item.kind === 'column') {
    return table.columns[item.column] === 'boolean' && cell !== null ? cell === 1 : cell
  }
  const inside = findPublishedTable(item.relation.to) as PublishedTable
  const rowOf = (cells: unknown) => toRow(cells as unknown[], inside, item.select)
  if (item.relation.many) return ((cell ?? []) as unknown[]).map(rowOf)
  return cell === null || cell === undefined ? null : rowOf(cell)
}

const comparators = { eq: '=', neq: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

function conditionOf(filter: Filter): SQL {
  const condition = positive(filter)
  return filter.negated ? sql`NOT (${condition})` : condition
}

function positive(filter: Filter): SQL {
  const cell = column(0, filter.column)
  switch (filter.operator) {
    case 'is':
      if (filter.value === 'null') return sql`${cell} IS NULL`
      if (filter.value === 'not_null') return sql`${cell} IS NOT NULL`
      return sql`${cell} IS ${filter.value === 'true' ? 1 : 0}`
    case 'in':
      return sql`${cell} IN (SELECT value FROM json_each(${JSON.stringify(filter.values)}))`
    case 'ilike':
      return sql`${cell} LIKE ${filter.value} ESCAPE '\\'`
    case 'like':
      return sql`${cell} GLOB ${filter.value}`
    default:
      return sql`${cell} ${sql.raw(comparators[filter.operator])} ${filter.value}`
  }
}

function orderOf({ order }: Narrowed): SQL {
  if (order.length === 0) return sql``
  const terms = order.map(({ column: name, descending, nullsFirst }) => {
    const direction = `${descending ? 'DESC' : 'ASC'} NULLS ${nullsFirst ? 'FIRST' : 'LAST'}`
    return sql`${column(0, name)} ${sql.raw(direction)}`
  })
  return sql`ORDER BY ${sql.join(terms, sql`, `)}`
}
