import type { Plugin } from 'vite'
import { type Node, rewritten, walk } from './syntax.ts'

/**
 * Leaves the indices and checks of tables out of the Worker: they are written for the migrations,
 * which are no part of it, and no statement reads them.
 */
export const leanSchema: Plugin = {
  name: 'cadence:lean-schema',
  enforce: 'post',
  apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild === true,
  transform(code, id) {
    if (!/\/app\/db\/.*\.ts$/.test(id) || !code.includes('sqliteTable')) return null
    const cuts: { start: number; end: number; becomes: string }[] = []
    walk(this.parse(code) as unknown as Node, (node) => {
      if (node.type !== 'CallExpression' || (node.callee as Node).name !== 'sqliteTable') return
      const [, columns, more] = node.arguments as Node[]
      if (columns && more) cuts.push({ start: columns.end, end: more.end, becomes: '' })
    })
    return { code: rewritten(code, cuts), map: null }
  },
}
