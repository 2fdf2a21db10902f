import type { Node } from './syntax.ts'

/** A part of the text that may stand anywhere in it. */
type Piece = { text: string; start: number; declares: boolean }

/** Where a part of the text went: `length` characters, from one place to another. */
type Move = { from: number; to: number; length: number }

/** How much of what stands before gzip still sees, with some room for what stands in between. */
const seen = 30_000

/** Runs of so many characters are compared, one in `sampled` of them. */
const run = 6
const sampled = 4

/** What more parts than this have in common says nothing about any two of them. */
const common = 60

/**
 * The same program with functions that are written alike near each other, as gzip finds what was
 * said before only within 32 kB. What moves is what evaluates nothing: functions, and values written
 * out whole. It goes to the front, where all that reads it comes later; the rest keeps its order.
 */
export function alikeNear(code: string, program: Node): { code: string; moves: Move[] } {
  const pieces: Piece[] = []
  const rest: Piece[] = []
  for (const statement of program.body as Node[]) {
    const text = code.slice(statement.start, statement.end)
    if (statement.type === 'FunctionDeclaration')
      pieces.push({ text, start: statement.start, declares: false })
    else if (statement.type === 'VariableDeclaration' && statement.kind !== 'var') {
      for (const one of statement.declarations as Node[]) {
        const { start, end } = one
        const to = evaluatesNothing(one) ? pieces : rest
        to.push({ text: code.slice(start, end), start, declares: true })
      }
    } else rest.push({ text, start: statement.start, declares: false })
  }
  return written([...inChain(pieces), ...rest])
}

/** Declarations that follow each other are written as one. */
function written(pieces: readonly Piece[]): { code: string; moves: Move[] } {
  const parts: string[] = []
  const moves: Move[] = []
  let length = 0
  const write = (text: string) => {
    parts.push(text)
    length += text.length
  }
  for (const [i, { text, start, declares }] of pieces.entries()) {
    if (declares) write(pieces[i - 1]?.declares ? ',' : 'let ')
    moves.push({ from: start, to: length, length: text.length })
    write(text)
    const isOpen = declares ? !pieces[i + 1]?.declares : !/[;}]$/.test(text)
    if (isOpen) write(';')
  }
  return { code: parts.join(''), moves }
}

const evaluatesNothing = ({ id, init }: Node) =>
  (id as Node).type === 'Identifier' && isWrittenOut(init as Node | null)

/** Whether a value is there without anything being read or called. */
function isWrittenOut(value: Node | null): boolean {
  switch (value?.type) {
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return true
    case 'Literal':
      return !('regex' in value)
    case 'TemplateLiteral':
      return (value.expressions as Node[]).length === 0
    case 'UnaryExpression':
      return isWrittenOut(value.argument as Node)
    case 'ArrayExpression':
      return (value.elements as (Node | null)[]).every(isWrittenOut)
    case 'ObjectExpression':
      return (value.properties as Node[]).every(
        (one) => one.type === 'Property' && !one.computed && isWrittenOut(one.value as Node),
      )
    default:
      return false
  }
}

/** Numbers of the runs of characters in a text, a sample of them that is the same in each text. */
function runsOf(text: string): number[] {
  const runs = new Set<number>()
  for (let at = 0; at + run <= text.length; at++) {
    let hash = 0
    for (let i = at; i < at + run; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
    hash = (hash ^ (hash >>> 12)) >>> 0
    if (hash % sampled === 0) runs.add(hash)
  }
  return [...runs]
}

/** Each piece after those that it has most in common with, for its length. */
function inChain(pieces: readonly Piece[]): Piece[] {
  const holders = new Map<number, number[]>()
  const runs = pieces.map(({ text }) => runsOf(text))
  for (const [piece, own] of runs.entries())
    for (const one of own) {
      const known = holders.get(one)
      if (known) known.push(piece)
      else holders.set(one, [piece])
    }
  for (const [one, { length }] of holders) if (length < 2 || length > common) holders.delete(one)
  const shared = runs.map((own) => own.filter((one) => holders.has(one)))
  const weights = pieces.map(({ text }) => text.length ** 0.8)

  // What each piece has in common with those that gzip sees, and how often each run is among these.
  const scores = new Int32Array(pieces.length)
  const inSight = new Map<number, number>()
  const see = (piece: number, by: 1 | -1) => {
    for (const one of shared[piece]!) {
      const times = (inSight.get(one) ?? 0) + by
      inSight.set(one, times)
      if (times === (by === 1 ? 1 : 0))
        for (const holder of holders.get(one)!) scores[holder]! += by
    }
  }
  const left = new Set(pieces.keys())
  const order: number[] = []
  let [oldest, size] = [0, 0]
  while (left.size > 0) {
    let [best, most] = [-1, -1]
    for (const piece of left) {
      const score = scores[piece]! / weights[piece]!
      if (score > most) [best, most] = [piece, score]
    }
    left.delete(best)
    order.push(best)
    see(best, 1)
    size += pieces[best]!.text.length
    while (size > seen && oldest < order.length - 1) {
      const gone = order[oldest++]!
      size -= pieces[gone]!.text.length
      see(gone, -1)
    }
  }
  return order.map((piece) => pieces[piece]!)
}

/** One place of a map: column, and where it came from (source, line, column, name). */
type Segment = readonly number[]

/** The lines of a map of `before`, for `after`, in which its parts have moved. */
export function movedLines(
  lines: readonly (readonly Segment[])[],
  { before, after, moves }: { before: string; after: string; moves: readonly Move[] },
): Segment[][] {
  const starts = startsOfLines(before)
  const inOrder = moves.toSorted((a, b) => a.from - b.from)
  const marks: { at: number; segment: Segment }[] = []
  let next = 0
  for (const [line, segments] of lines.entries())
    for (const segment of segments) {
      const at = starts[line]! + segment[0]!
      while (next + 1 < inOrder.length && inOrder[next + 1]!.from <= at) next++
      const { from, to, length } = inOrder[next]!
      if (at >= from && at < from + length) marks.push({ at: to + at - from, segment })
    }
  marks.sort((a, b) => a.at - b.at)
  const ends = startsOfLines(after)
  const moved: Segment[][] = ends.map(() => [])
  let line = 0
  for (const { at, segment } of marks) {
    while (line + 1 < ends.length && ends[line + 1]! <= at) line++
    moved[line]!.push([at - ends[line]!, ...segment.slice(1)])
  }
  return moved
}

function startsOfLines(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
