/**
 * A JSON list read with suspicion: its depth is looked at before anything is built of it, and each
 * element keeps the line it begins on, so that a refusal can point at it.
 */

export type JsonRows =
  | { ok: true; rows: { line: number; value: unknown }[] }
  | {
      ok: false
      reason: 'empty' | 'not_json' | 'not_a_list' | 'too_deep' | 'too_many'
      line: number | null
    }

const [quote, backslash, newline] = ['"', '\\', '\n'].map((c) => c.charCodeAt(0)) as [
  number,
  number,
  number,
]
const opens = new Set(['[', '{'].map((c) => c.charCodeAt(0)))
const closes = new Set([']', '}'].map((c) => c.charCodeAt(0)))

/**
 * Reads `text` as a list of at most `most` elements that nest no deeper than `deepest`. Never
 * throws.
 */
export function readJsonRows(
  text: string,
  { most, deepest }: { most: number; deepest: number },
): JsonRows {
  if (text.trim() === '') return { ok: false, reason: 'empty', line: null }
  const lines: number[] = []
  let [line, depth, inString] = [1, 0, false]
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    if (code === newline) line += 1
    if (inString) {
      if (code === backslash) i += 1
      else if (code === quote) inString = false
    } else if (code === quote) inString = true
    else if (opens.has(code)) {
      if (depth === 1) lines.push(line)
      depth += 1
      if (depth > deepest) return { ok: false, reason: 'too_deep', line }
      if (lines.length > most) return { ok: false, reason: 'too_many', line }
    } else if (closes.has(code)) depth -= 1
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { ok: false, reason: 'not_json', line: lineOf(text, error) }
  }
  if (!Array.isArray(value)) return { ok: false, reason: 'not_a_list', line: 1 }
  if (value.length > most) return { ok: false, reason: 'too_many', line: null }
  // Elements that are no object or list have no opening bracket, so lines run out only after a bare
  // one.
  let next = 0
  return {
    ok: true,
    rows: value.map((element: unknown) => ({
      line: (typeof element === 'object' && element !== null ? lines[next++] : lines[next]) ?? line,
      value: element,
    })),
  }
}

/** The line of a syntax error: V8 says the position, or that the text ended early. */
function lineOf(text: string, error: unknown): number {
  const position = /position (\d+)/.exec(String(error))?.[1]
  return text.slice(0, position ? Number(position) : text.length).split('\n').length
}
