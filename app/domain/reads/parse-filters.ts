/**
 * `?auth_id=eq.x&order=name.desc&limit=10` as conditions on published columns, with their values
 * still to be bound.
 */
import type { ColumnType, PublishedTable } from './published-tables.ts'
import { badSyntax, RefusedRead, unknownColumn, wrongType } from './read-refusal.ts'

export type Comparison = 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte'
type Value = string | number
type Condition =
  | { operator: Comparison; value: Value }
  /** `like` as a GLOB pattern, `ilike` as a LIKE pattern. */
  | { operator: 'like' | 'ilike'; value: string }
  | { operator: 'in'; values: Value[] }
  | { operator: 'is'; value: 'null' | 'not_null' | 'true' | 'false' }

export type Filter = { column: string; negated: boolean } & Condition
export type OrderBy = { column: string; descending: boolean; nullsFirst: boolean }
export type Narrowed = { filters: Filter[]; order: OrderBy[]; limit: number; offset: number }

/** The rows of one answer, whatever limit is asked for. */
export const mostRows = 1_000

const mostFilters = 20
const mostInList = 200
/** D1 refuses longer patterns. */
const longestPattern = 50

const comparisons = new Set<string>(['eq', 'neq', 'gt', 'gte', 'lt', 'lte'])
const uuid = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i

/** Reads everything of a query but `select`; throws `RefusedRead`. */
export function parseFilters(
  search: URLSearchParams,
  table: PublishedTable,
  tableName: string,
): Narrowed {
  const filters: Filter[] = []
  for (const [name, text] of search) {
    if (['select', 'order', 'limit', 'offset', 'columns', 'apikey'].includes(name)) continue
    if (/^(?:not\.)?(?:or|and)$/.test(name)) throw badSyntax(`logic tree (${name})`)
    if (name.includes('.')) {
      const resource = name.slice(0, name.indexOf('.'))
      throw new RefusedRead(
        400,
        'PGRST108',
        `'${resource}' is not an embedded resource in this request`,
      )
    }
    filters.push(parseFilter(name, text, typeOf(table, tableName, name)))
  }
  if (filters.length > mostFilters) throw badSyntax('filters: too many')
  return {
    filters,
    order: parseOrder(search.get('order'), table, tableName),
    limit: Math.min(wholeNumber(search.get('limit'), 'limit') ?? mostRows, mostRows),
    offset: wholeNumber(search.get('offset'), 'offset') ?? 0,
  }
}

function typeOf(table: PublishedTable, tableName: string, column: string): ColumnType {
  const type = Object.hasOwn(table.columns, column) ? table.columns[column] : undefined
  if (!type) throw unknownColumn(tableName, column)
  return type
}

/**
 * `eq.x`, `not.in.(a,b)`: what is behind the operator's dot is data, dots and commas included.
 */
function parseFilter(column: string, text: string, type: ColumnType): Filter {
  const [, not, operator = '', value = ''] = /^(not\.)?([a-z]+)\.([\s\S]*)$/.exec(text) ?? []
  return { column, negated: not !== undefined, ...conditionOf(operator, value, type, text) }
}

function conditionOf(operator: string, value: string, type: ColumnType, whole: string): Condition {
  if (comparisons.has(operator))
    return { operator: operator as Comparison, value: typedValue(type, value) }
  switch (operator) {
    case 'like':
    case 'ilike': {
      if (type !== 'text') {
        throw new RefusedRead(404, '42883', `operator does not exist: ${type} ~~ unknown`)
      }
      const like = value.replaceAll('*', '%')
      const pattern = operator === 'like' ? globOf(like) : like
      if (new TextEncoder().encode(pattern).length > longestPattern)
        throw badSyntax('filter: pattern too long')
      return { operator, value: pattern }
    }
    case 'in':
      return { operator, values: listOf(value).map((entry) => typedValue(type, entry)) }
    case 'is': {
      const word = value.toLowerCase()
      if (word === 'null' || word === 'not_null') return { operator, value: word }
      if (word === 'unknown' && type === 'boolean') return { operator, value: 'null' }
      if (word !== 'true' && word !== 'false') throw badSyntax(`filter (${whole})`)
      if (type !== 'boolean') {
        throw new RefusedRead(
          400,
          '42804',
          `argument of IS ${word.toUpperCase()} must be type boolean, not type ${type}`,
        )
      }
      return { operator, value: word }
    }
    default:
      throw badSyntax(`filter (${whole})`)
  }
}

/** A value as SQLite compares it; throws for one that is not of the column's type. */
function typedValue(type: ColumnType, text: string): Value {
  switch (type) {
    case 'uuid':
      if (!uuid.test(text)) throw wrongType('uuid', text)
      return text
        .toLowerCase()
        .replaceAll('-', '')
        .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    case 'integer':
      if (!/^[+-]?\d{1,10}$/.test(text.trim())) throw wrongType('integer', text)
      return Number(text)
    case 'boolean': {
      const word = text.trim().toLowerCase()
      if (['true', 't', 'yes', 'y', 'on', '1'].includes(word)) return 1
      if (['false', 'f', 'no', 'n', 'off', '0'].includes(word)) return 0
      throw wrongType('boolean', text)
    }
    default:
      return text
  }
}

/** A LIKE pattern that heeds letter case, as SQLite's GLOB has it: its own LIKE does not. */
const globOf = (pattern: string) =>
  pattern.replace(/\\?[\s\S]/g, (part) => {
    if (part === '%') return '*'
    if (part === '_') return '?'
    const char = part.at(-1) ?? ''
    return /[*?[]/.test(char) ? `[${char}]` : char
  })

/** `(a,"b,c")`; quotes and backslashes inside quotes are escaped by a backslash. */
function listOf(text: string): string[] {
  if (!/^\([\s\S]*\)$/.test(text)) throw badSyntax(`filter (in.${text})`)
  const inside = text.slice(1, -1)
  if (inside === '') return []
  const list: string[] = []
  for (const [, quoted, plain = ''] of `${inside},`.matchAll(
    /(?:"((?:[^"\\]|\\[\s\S])*)"|([^,]*)),/g,
  )) {
    list.push(quoted === undefined ? plain : quoted.replace(/\\([\s\S])/g, '$1'))
  }
  if (list.length > mostInList) throw badSyntax('filter: too many values')
  return list
}

function parseOrder(text: string | null, table: PublishedTable, tableName: string): OrderBy[] {
  if (!text) return []
  return text.split(',').map((term) => {
    const [, column = '', direction, nulls] =
      /^\s*([A-Za-z_]\w*)(?:\.(asc|desc))?(?:\.(nullsfirst|nullslast))?\s*$/.exec(term) ?? []
    if (!column) throw badSyntax(`order (${text})`)
    typeOf(table, tableName, column)
    const descending = direction === 'desc'
    return { column, descending, nullsFirst: nulls ? nulls === 'nullsfirst' : descending }
  })
}

function wholeNumber(text: string | null, name: string): number | null {
  if (text === null || text === '') return null
  if (!/^\d{1,9}$/.test(text)) throw badSyntax(`${name} parameter (${text})`)
  return Number(text)
}
