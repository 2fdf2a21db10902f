/** A node of what a plugin's `this.parse` makes of code. */
export type Node = { type: string; start: number; end: number } & Record<string, unknown>

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

/** Shows each node of a tree, the outer before the inner. */
export function walk(node: Node, see: (node: Node) => void) {
  see(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) walk(child, see)
    }
  }
}

type Change = { start: number; end: number; becomes: string }

/** Code with some of its parts written otherwise; none of them stands within another. */
export function rewritten(code: string, changes: readonly Change[]): string {
  const parts: string[] = []
  let at = 0
  for (const { start, end, becomes } of changes.toSorted((a, b) => a.start - b.start)) {
    parts.push(code.slice(at, start), becomes)
    at = end
  }
  return parts.join('') + code.slice(at)
}
