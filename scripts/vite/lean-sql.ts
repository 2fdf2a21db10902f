import type { Plugin } from 'vite'
import { isNode, type Node, rewritten, walk } from './syntax.ts'

/**
 * Takes the indentation out of SQL in the Worker, which is sent and parsed at each start: some 5 kB
 * of what goes over the wire. Lines stay, so that comments in SQL and the places of errors do.
 */
export const leanSql: Plugin = {
  name: 'cadence:lean-sql',
  apply: 'build',
  renderChunk(code, chunk) {
    if (!chunk.fileName.startsWith('server')) return null
    const changes: { start: number; end: number; becomes: string }[] = []
    walk(this.parse(code) as unknown as Node, ({ type, tag, quasi }) => {
      if (type !== 'TaggedTemplateExpression' || !isNode(tag) || !isNode(quasi)) return
      if (tag.type !== 'Identifier' || !/^sql(\$\d+)?$/.test(String(tag.name))) return
      for (const { start, end } of quasi.quasis as Node[])
        changes.push({ start, end, becomes: code.slice(start, end).replace(/\n[ \t]+/g, '\n') })
    })
    return { code: rewritten(code, changes), map: null }
  },
}
