import type { Plugin } from 'vite'
import { type Change, isNode, type Node, rewritten, walk } from './syntax.ts'

/**
 * SQL without the spaces that it is laid out with; what stands in quotes stays as it is. A part with
 * a comment, or with a quotation that goes on in another part, keeps its lines.
 */
export function leanText(text: string): string {
  if (/--|\/\*/.test(text) || (text.split("'").length - 1) % 2 === 1)
    return text.replace(/\n[ \t]+/g, '\n')
  return text
    .split(/('[^']*')/)
    .map((part, i) =>
      i % 2 === 1 ? part : part.replace(/\s+/g, ' ').replace(/ ?([(),=<>]) ?/g, '$1'),
    )
    .join('')
}

/**
 * Takes the layout out of SQL in the Worker, which is sent and parsed at each start: some 20 kB of
 * what goes over the wire.
 */
export const leanSql: Plugin = {
  name: 'cadence:lean-sql',
  apply: 'build',
  renderChunk(code, chunk, { sourcemap }) {
    if (!chunk.fileName.startsWith('server')) return null
    const changes: Change[] = []
    walk(this.parse(code) as unknown as Node, ({ type, tag, quasi }) => {
      if (type !== 'TaggedTemplateExpression' || !isNode(tag) || !isNode(quasi)) return
      if (tag.type !== 'Identifier' || !/^sql(\$\d+)?$/.test(String(tag.name))) return
      for (const { start, end } of quasi.quasis as Node[])
        changes.push({ start, end, becomes: leanText(code.slice(start, end)) })
    })
    return rewritten(code, changes, sourcemap !== false)
  },
}
