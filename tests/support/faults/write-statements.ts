/** The statements of the domain that write, as they stand in its sources. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../scripts/local-server.ts'

/** A statement in a file below app/domain: its text between what is filled in. */
export type WriteStatement = { file: string; parts: string[] }

const tight = (text: string) => text.replace(/\s+/g, '')

/** Every SQL text that writes. */
export function writeStatements(): WriteStatement[] {
  const domain = join(root, 'app/domain')
  return readdirSync(domain, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.server.ts'))
    .sort()
    .flatMap((file) =>
      textsOf(readFileSync(join(domain, file), 'utf8'))
        .filter(([first = '']) => /^(INSERT|UPDATE|DELETE)/.test(tight(first)))
        .map((parts) => ({ file, parts: parts.map(tight) })),
    )
}

/** Whether a statement that was sent is one of these. */
export function sentBy({ parts }: WriteStatement, sent: string): boolean {
  const text = tight(sent)
  if (!text.startsWith(parts[0] ?? '')) return false
  let at = 0
  for (const part of parts) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return true
}

/** The texts of a source's sql`…`, parted where something is filled in. */
function textsOf(source: string): string[][] {
  return [...source.matchAll(/\bsql(?:<[^`]*>)?`/g)].map(({ index, 0: opening }) =>
    partsFrom(source, index + opening.length),
  )
}

function partsFrom(source: string, from: number): string[] {
  const parts: string[] = []
  let part = ''
  let at = from
  while (at < source.length && source[at] !== '`') {
    if (source.startsWith('${', at)) {
      parts.push(part)
      part = ''
      at = behind(source, at + 2)
    } else {
      part += source[at]
      at += 1
    }
  }
  return [...parts, part]
}

/** The place behind the brace that closes what is filled in. */
function behind(source: string, from: number): number {
  let at = from
  while (at < source.length && source[at] !== '}') {
    if (source[at] === '{') at = behind(source, at + 1)
    else if (source[at] === '`') at = behindText(source, at + 1)
    else at += 1
  }
  return at + 1
}

function behindText(source: string, from: number): number {
  let at = from
  while (at < source.length && source[at] !== '`')
    at = source.startsWith('${', at) ? behind(source, at + 2) : at + 1
  return at + 1
}
