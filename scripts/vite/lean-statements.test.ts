import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { withLeanStatements } from './lean-statements.ts'

type Piece = { toQuery(config: object): unknown }
type Drizzle = {
  sql: ((strings: TemplateStringsArray, ...values: unknown[]) => Piece) & {
    raw(text: string): Piece
    join(pieces: unknown[], between?: Piece): Piece
    identifier(name: string): unknown
    param(value: unknown): unknown
    empty(): Piece
  }
  sqliteTable(name: string, columns: object): Record<string, unknown>
  text(name: string): unknown
  SQLiteSyncDialect: new () => { sqlToQuery(piece: Piece): { sql: string; params: unknown[] } }
}

const entry = `export { sql } from 'drizzle-orm'
export { SQLiteSyncDialect, sqliteTable, text } from 'drizzle-orm/sqlite-core'`

async function load(lean: boolean): Promise<Drizzle> {
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    ...{ bundle: true, write: false, format: 'esm', platform: 'node' },
    plugins: [
      {
        name: 'lean',
        setup: ({ onLoad }) =>
          onLoad({ filter: /\/drizzle-orm\/((?:sql\/)?\w+\.js)$/ }, async ({ path }) => {
            const { readFile } = await import('node:fs/promises')
            const code = await readFile(path, 'utf8')
            const module = path.split('/drizzle-orm/')[1] ?? ''
            return { contents: lean ? withLeanStatements(module, code).code : code }
          }),
      },
    ],
  })
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64')
  return (await import(/* @vite-ignore */ `data:text/javascript;base64,${code}`)) as Drizzle
}

let own: Drizzle
let theirs: Drizzle

beforeAll(async () => {
  ;[own, theirs] = await Promise.all([load(true), load(false)])
})

/** What a statement is made of, before either copy of Drizzle makes it. */
type Made =
  | { kind: 'value'; value: unknown }
  | { kind: 'raw' | 'name' | 'param'; value: string }
  | { kind: 'column' | 'table' | 'nothing' | 'empty' }
  | { kind: 'list' | 'joined' | 'nested' | 'inlined'; parts: Made[] }

const { made } = fc.letrec<{ made: Made }>((tie) => ({
  made: fc.oneof(
    { maxDepth: 4 },
    fc.record({
      kind: fc.constant('value' as const),
      value: fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.boolean()),
    }),
    fc.record({ kind: fc.constantFrom('raw', 'name', 'param'), value: fc.string() }),
    fc.record({ kind: fc.constantFrom('column', 'table', 'nothing', 'empty') }),
    fc.record({
      kind: fc.constantFrom('list', 'joined', 'nested', 'inlined'),
      parts: fc.array(tie('made'), { maxLength: 4 }),
    }),
  ) as fc.Arbitrary<Made>,
}))

function pieceOf(drizzle: Drizzle, piece: Made): unknown {
  const { sql } = drizzle
  const table = drizzle.sqliteTable('people', { name: drizzle.text('full_name') })
  if ('parts' in piece) {
    const parts = piece.parts.map((part) => pieceOf(drizzle, part))
    if (piece.kind === 'list') return parts
    if (piece.kind === 'joined') return sql.join(parts, sql`, `)
    const nested = sql`(${parts[0]} AND ${sql.join(parts.slice(1), sql.raw(' OR '))})`
    return piece.kind === 'inlined'
      ? (nested as Piece & { inlineParams(): Piece }).inlineParams()
      : nested
  }
  if (piece.kind === 'value') return piece.value
  if (piece.kind === 'raw') return sql.raw(piece.value)
  if (piece.kind === 'name') return sql.identifier(piece.value)
  if (piece.kind === 'param') return sql.param(piece.value)
  if (piece.kind === 'column') return table.name
  if (piece.kind === 'table') return table
  return piece.kind === 'empty' ? sql.empty() : undefined
}

test('a statement has the text and the values that Drizzle itself gives it, whatever it is made of', () => {
  const written = (drizzle: Drizzle, piece: Made) => {
    const { sql, params } = new drizzle.SQLiteSyncDialect().sqlToQuery(
      drizzle.sql`SELECT ${pieceOf(drizzle, piece)}`,
    )
    return { sql, params }
  }
  fc.assert(
    fc.property(made, (piece) => {
      expect(written(own, piece)).toEqual(written(theirs, piece))
    }),
    { numRuns: 2_000 },
  )
})
