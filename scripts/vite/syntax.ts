import MagicString from 'magic-string'
import type { Rollup } from 'vite'

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

export type Change = { start: number; end: number; becomes: string }

/** Code and its map of lines, as a plugin answers with it; null where nobody asked for the map. */
export type Mapped = { code: string; map: Rollup.ExistingRawSourceMap | typeof noLines | null }

/** Of code that was not on any line of the module it is given for. */
export const noLines = { mappings: '' } as const

/**
 * Code with some of its parts written otherwise, none of which stands within another, and the map of
 * what is left to the lines it was on: without one the log of an error would name other lines.
 */
export function rewritten(code: string, changes: readonly Change[], isMapped = true): Mapped {
  const text = new MagicString(code)
  for (const { start, end, becomes } of changes)
    if (code.slice(start, end) !== becomes) text.update(start, end, becomes)
  return { code: text.toString(), map: isMapped ? mapOf(text) : null }
}

/** Word by word. Rollup reads the lines as they are as well as written as text. */
const mapOf = (text: MagicString) =>
  text.generateDecodedMap({ hires: 'boundary' }) as unknown as Rollup.ExistingRawSourceMap
