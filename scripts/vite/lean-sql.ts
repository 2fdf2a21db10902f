import type { Plugin } from 'vite'

type Node = { type: string; start: number; end: number } & Record<string, unknown>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

/**
 * Takes the indentation out of SQL in the Worker, which is sent and parsed at each start: some 5 kB
 * of what goes over the wire. Lines stay, so that comments in SQL and the places of errors do.
 */
export const leanSql: Plugin = {
  name: 'cadence:lean-sql',
  apply: 'build',
  renderChunk(code, chunk) {
    if (!chunk.fileName.startsWith('server')) return null
    const texts: { start: number; end: number }[] = []
    collect(this.parse(code) as unknown as Node, texts)
    const parts: string[] = []
    let at = 0
    for (const { start, end } of texts.sort((a, b) => a.start - b.start)) {
      parts.push(code.slice(at, start), code.slice(start, end).replace(/\n[ \t]+/g, '\n'))
      at = end
    }
    return { code: parts.join('') + code.slice(at), map: null }
  },
}

function collect(node: Node, texts: { start: number; end: number }[]) {
  const tag = node.type === 'TaggedTemplateExpression' && isNode(node.tag) ? node.tag : null
  if (tag?.type === 'Identifier' && /^sql(\$\d+)?$/.test(String(tag.name)) && isNode(node.quasi)) {
    for (const text of node.quasi.quasis as Node[]) texts.push({ start: text.start, end: text.end })
  }
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) collect(child, texts)
    }
  }
}
