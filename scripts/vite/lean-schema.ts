import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { Plugin } from 'vite'
import { type Change, type Mapped, type Node, noLines, rewritten, walk } from './syntax.ts'

/**
 * Leaves the indices and checks of tables out of the Worker: they are written for the migrations,
 * which are no part of it, and no statement reads them.
 */
export const leanSchema: Plugin = {
  name: 'cadence:lean-schema',
  enforce: 'post',
  apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild === true,
  load: async (id) => (id.endsWith(columnsFile) ? columnsAsText(id) : null),
  transform(code, id) {
    if (!/\/app\/db\/.*\.ts$/.test(id) || !code.includes('sqliteTable')) return null
    const cuts: Change[] = []
    walk(this.parse(code) as unknown as Node, (node) => {
      if (node.type !== 'CallExpression' || (node.callee as Node).name !== 'sqliteTable') return
      const [, columns, more] = node.arguments as Node[]
      if (columns && more) cuts.push({ start: columns.end, end: more.end, becomes: '' })
    })
    return rewritten(code, cuts)
  },
}

const columnsFile = '/app/domain/exports/studio-columns.ts'

/** The same export, worked out now: one line a table, its name before its columns. */
async function columnsAsText(id: string): Promise<Mapped> {
  const { outputFiles } = await build({
    ...{ entryPoints: [id], bundle: true, write: false, format: 'esm', platform: 'node' },
    external: ['drizzle-orm'],
  })
  // Beside the packages that it imports.
  const made = join(process.cwd(), `node_modules/.studio-columns-${process.pid}.mjs`)
  writeFileSync(made, outputFiles[0]?.text ?? '')
  try {
    const { studioColumns } = (await import(made)) as {
      studioColumns: Record<string, readonly string[]>
    }
    const lines = Object.entries(studioColumns).map((line) => line.flat().join(' '))
    const code = `export const studioColumns = Object.fromEntries(${JSON.stringify(lines.join(';'))}.split(';').map((line) => {
      const [table, ...columns] = line.split(' ')
      return [table, columns]
    }))`
    return { code, map: noLines }
  } finally {
    rmSync(made, { force: true })
  }
}
