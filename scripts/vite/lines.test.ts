import { build, type Plugin, type Rollup } from 'vite'
import { expect, test } from 'vitest'
import { leanSchema } from './lean-schema.ts'
import { leanSql } from './lean-sql.ts'
import { mappedWords, misplaced } from './mapped-words.ts'
import { replacedText } from './replaced-text.ts'
import { smallWorker } from './small-worker.ts'

const sources: Readonly<Record<string, string>> = {
  'server.ts': `
import { people } from './app/db/people.ts'
import { listPeople } from './listed.ts'
import { greeting } from './package.ts'

export default { fetchSomething: () => listPeople(people.columnsOf()) + greeting('somebody') }
`,
  'app/db/people.ts': `
const { sqliteTable } = globalThis.madeElsewhere

export const people = sqliteTable(
  'people',
  { studioColumn: 'studio_id', fullName: 'full_name' },
  () => [
    { indexed: 'studio_id' },

    { indexed: 'full_name' },
  ],
)

export const furtherTable = globalThis.structuredClone('furtherTable')
`,
  'listed.ts': `
const sql = (parts: TemplateStringsArray, ...given: unknown[]) =>
  globalThis.String.raw(parts, ...given)

export function listPeople(columns: string): string {
  const query = sql\`
    SELECT   \${columns}
    FROM     people

    WHERE    studio_id = \${globalThis.name}
    ORDER BY full_name\`
  if (query.length > globalThis.innerWidth) throw new RangeError('The statement is too long')
  return query.normalize()
}

export type Unused = {
  nothing: string
}

export const afterwards = globalThis.setTimeout(() => listPeople('afterwards'), 1_000)
`,
  'package.ts': `
export function greeting(somebody: string) {
  const replacedHere = somebody.toUpperCase()
  return replacedHere.concat(somebody.toLowerCase()).padStart(globalThis.length)
}
`,
}

const ofMemory: Plugin = {
  name: 'of-memory',
  enforce: 'pre',
  resolveId: (id) =>
    id.endsWith('.ts') ? `/memory/${id.replace(/^(\/memory\/|\.\/)/, '')}` : null,
  load: (id) => sources[id.replace('/memory/', '')] ?? null,
}

const replaced: Plugin = {
  name: 'replaced',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('package.ts')
      ? replacedText(code, [['somebody.toUpperCase()', '[\n\n\nsomebody,\n].join()']], {
          of: 'It',
          file: 'here',
        })
      : null,
}

test('every word of the built Worker is on the line that its map names, whatever was taken out before it', async () => {
  const [built] = (await build({
    ...{ configFile: false, logLevel: 'silent', root: '/memory' },
    plugins: [ofMemory, replaced, leanSchema, leanSql, smallWorker],
    build: {
      ...{ ssr: 'server.ts', write: false, sourcemap: true, target: 'es2022' },
      rollupOptions: { output: { entryFileNames: 'server.js' } },
    },
  }).then((output) => [output].flat())) as Rollup.RollupOutput[]
  const { code, map } = built!.output[0]
  const words = mappedWords(code, JSON.stringify(map))
  expect(words.map(({ word }) => word)).toEqual(
    expect.arrayContaining([
      'RangeError',
      'normalize',
      'padStart',
      'structuredClone',
      'setTimeout',
    ]),
  )
  expect(code).toContain(' ORDER BY full_name')
  expect(code).not.toContain('indexed')
  expect(misplaced(words)).toEqual([])
})
