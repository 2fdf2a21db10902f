/**
 * `*, studio:studios!inner(id, name), role(*)` as columns and embedded tables, checked against what
 * is published.
 */
import { findPublishedTable, type PublishedTable, type Relation } from './published-tables.ts'
import { badSyntax, RefusedRead, unknownColumn } from './read-refusal.ts'

export type Selected =
  | { kind: 'column'; as: string; column: string }
  | { kind: 'embedded'; as: string; relation: Relation; inner: boolean; select: Selected[] }

const deepest = 3
const mostItems = 60

/** Reads `select`; throws `RefusedRead` for what is no selection or names what is not there. */
export function parseSelect(text: string, tableName: string, depth = 0): Selected[] {
  const table = findPublishedTable(tableName) as PublishedTable
  // The client strips white space outside quotes; others may not.
  const items = splitOutside(text.replace(/\s+/g, ''), ',')
  if (items.length > mostItems || depth > deepest) throw badSyntax('select parameter')
  return items.flatMap((item): Selected[] => {
    if (item === '') {
      if (items.length === 1 && depth > 0) return []
      throw badSyntax('select parameter')
    }
    if (item === '*') {
      return Object.keys(table.columns).map((column) => ({ kind: 'column', as: column, column }))
    }
    return [parseItem(item, table, tableName, depth)]
  })
}

const name = '[A-Za-z_][A-Za-z0-9_]{0,62}'
const columnForm = new RegExp(`^(?:(${name}):)?(${name})$`)
const embeddedForm = new RegExp(`^(?:(${name}):)?(${name})((?:!${name}){0,2})\\((.*)\\)$`)

function parseItem(
  item: string,
  table: PublishedTable,
  tableName: string,
  depth: number,
): Selected {
  const [, columnAlias, column] = columnForm.exec(item) ?? []
  if (column) {
    if (!Object.hasOwn(table.columns, column)) throw unknownColumn(tableName, column)
    return { kind: 'column', as: columnAlias ?? column, column }
  }
  const [, alias, target = '', marks = '', inside = ''] = embeddedForm.exec(item) ?? []
  if (!target) throw badSyntax(`select parameter (${item})`)
  const hints = marks.split('!').filter(Boolean)
  const relation = findRelation(
    table,
    target,
    hints.filter((hint) => hint !== 'inner' && hint !== 'left'),
  )
  if (!relation) throw noRelation(tableName, target)
  const select = parseSelect(inside, relation.to, depth + 1)
  return { kind: 'embedded', as: alias ?? target, relation, inner: hints.includes('inner'), select }
}

/** By the table's name, or by the column or constraint of the foreign key. */
function findRelation(
  table: PublishedTable,
  target: string,
  hints: string[],
): Relation | undefined {
  const found = Object.hasOwn(table.relations, target)
    ? table.relations[target]
    : Object.values(table.relations).find(
        (relation) => !relation.many && relation.hints.includes(target),
      )
  return found && hints.every((hint) => found.hints.includes(hint) || hint === found.to)
    ? found
    : undefined
}

const noRelation = (from: string, to: string) =>
  new RefusedRead(
    400,
    'PGRST200',
    `Could not find a relationship between '${from}' and '${to}' in the schema cache`,
    `Searched for a foreign key relationship between '${from}' and '${to}' in the schema ` +
      "'public', but no matches were found.",
  )

/** Parts between separators that are in no brackets; throws for brackets that do not match. */
function splitOutside(text: string, separator: string): string[] {
  const parts = ['']
  let open = 0
  for (const char of text) {
    if (char === '(') open += 1
    if (char === ')') open -= 1
    if (open < 0) throw badSyntax('select parameter')
    if (char === separator && open === 0) parts.push('')
    else parts[parts.length - 1] += char
  }
  if (open !== 0) throw badSyntax('select parameter')
  return parts
}
