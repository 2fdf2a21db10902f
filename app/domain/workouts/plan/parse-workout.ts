/**
 * A workout typed as on the board, line by line. It never guesses silently: each line says what was
 * understood, or what is wrong with it. Which exercise a name means is decided elsewhere.
 */
import type { Block, BlockKind, PlannedExercise } from './plan.ts'
import { readLine, secondsOf, type Unit } from './tokens.ts'

export const mostLines = 100
export const mostCharacters = 6_000

export type ParsedWorkout = {
  blocks: Block[]
  /** Lines that cannot be meant, with the reason. */
  problems: { line: number; text: string }[]
  /** Lines whose weight has no unit, with the number. */
  unitless: { line: number; amount: number }[]
}

const emptyBlock = (kind: BlockKind, line: number | null, letter: string): Block => ({
  kind,
  line,
  letter,
  rounds: 1,
  seconds: null,
  work: null,
  pause: null,
  exercises: [],
})

const span = (text: string) => (/:|s|m/i.test(text) ? secondsOf(text) : Number(text) * 60)

/** The head of a block, such as `3 rounds`, `AMRAP 12` or `for time, cap 10`. */
function readHead(text: string, line: number, letter: string): Block | string | null {
  const rounds = text.match(/^(\d{1,3})\s*(?:rounds?|rds?|sets? of)(?:\s+(for time))?\s*:?$/i)
  if (rounds) {
    const block = emptyBlock(rounds[2] ? 'for_time' : 'circuit', line, letter)
    return { ...block, rounds: Number(rounds[1]) }
  }
  const amrap = text.match(/^amrap\b[\s:]*(.*)$/i)
  if (amrap) return timed('amrap', amrap[1] ?? '', line, letter)
  const emom = text.match(/^(?:e(\d)?mom)\b[\s:]*(.*)$/i)
  if (emom) {
    const block = timed('emom', emom[2] ?? '', line, letter)
    return typeof block === 'string' ? block : { ...block, work: Number(emom[1] ?? 1) * 60 }
  }
  const forTime = text.match(/^for time\b[\s,:]*(?:(?:time )?cap\s+(.+?))?\s*:?$/i)
  if (forTime) {
    return {
      ...emptyBlock('for_time', line, letter),
      seconds: forTime[1] ? span(forTime[1]) : null,
    }
  }
  if (/^tabata\s*:?$/i.test(text)) {
    return { ...emptyBlock('intervals', line, letter), rounds: 8, work: 20, pause: 10 }
  }
  const intervals = text.match(
    /^(?:intervals?\s+)?(\d{1,2})\s*x\s*([\d:]+\s*s?)\s*\/\s*([\d:]+\s*s?)\s*:?$/i,
  )
  if (intervals) {
    const [work, pause] = [intervals[2] ?? '', intervals[3] ?? ''].map((text) => secondsOf(text))
    const block = emptyBlock('intervals', line, letter)
    return { ...block, rounds: Number(intervals[1]), work: work ?? null, pause: pause ?? null }
  }
  if (/^superset\s*:?$/i.test(text)) return emptyBlock('superset', line, letter)
  return null
}

function timed(kind: 'amrap' | 'emom', text: string, line: number, letter: string): Block | string {
  const minutes = text.match(/^(\d{1,3}(?::[0-5]\d)?(?:\s*m(?:in(?:utes?)?)?)?)\s*:?$/i)?.[1]
  if (!minutes) return `Say for how many minutes: ${kind.toUpperCase()} 10`
  return { ...emptyBlock(kind, line, letter), seconds: span(minutes) }
}

/** What cannot be meant by a line of an exercise; null where all is well. */
function problemOf({ name, sets, target, rest }: Omit<PlannedExercise, 'typed'>): string | null {
  if (!/\p{L}/u.test(name)) return 'Say which exercise'
  if (sets < 1 || sets > 20) return `${sets} sets: write 1 to 20`
  for (const reps of [target.reps, target.repsTo])
    if (reps !== undefined && (reps < 1 || reps > 1_000)) return `${reps} reps: write 1 to 1,000`
  const kilos = (target.grams ?? 0) / 1_000
  if (kilos < 0 || kilos > 1_000) {
    return `${kilos.toLocaleString('en-GB', { maximumFractionDigits: 1 })} kg: write 0 to 1,000 kg`
  }
  if (target.percent !== undefined && (target.percent < 1 || target.percent > 120))
    return `${target.percent}%: write 1 to 120%`
  if (target.rpe !== undefined && (target.rpe < 1 || target.rpe > 10))
    return `RPE ${target.rpe}: write 1 to 10`
  if ((target.seconds ?? 0) > 86_400 || (rest ?? 0) > 3_600) return 'That is too long a time'
  return null
}

/** Reads what was typed; `unit` is what a weight without one is in. */
export function parseWorkout(text: string, unit: Unit): ParsedWorkout {
  const parsed: ParsedWorkout = { blocks: [], problems: [], unitless: [] }
  let open: Block | null = null
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  for (const [line, written] of lines.slice(0, mostLines).entries()) {
    if (written.trim() === '') {
      if (open && open.line === null) open = null
      continue
    }
    const [, letter = '', digit = '', said = ''] =
      written.trim().match(/^(?:([A-Z])(\d)?[.):]?\s+(?=\S))?(.*)$/) ?? []
    const head = readHead(said.trim(), line, letter)
    if (typeof head === 'string') {
      parsed.problems.push({ line, text: head })
      continue
    }
    if (head) {
      parsed.blocks.push(head)
      open = head
      continue
    }
    const { bare, ...parts } = readLine(said, unit)
    const exercise = { ...parts, line, typed: parts.name, exerciseId: '' }
    const problem = problemOf(exercise)
    if (problem) {
      parsed.problems.push({ line, text: problem })
      continue
    }
    if (bare !== null) parsed.unitless.push({ line, amount: bare })
    const joins =
      open && (letter === '' ? open.line !== null : digit !== '' && open.letter === letter)
    if (open && joins) {
      if (digit) open.kind = 'superset'
    } else {
      open = emptyBlock('straight', null, letter)
      parsed.blocks.push(open)
    }
    open.exercises.push(exercise)
  }
  if (lines.length > mostLines) {
    parsed.problems.push({ line: mostLines, text: `Write at most ${mostLines} lines` })
  }
  for (const { line, exercises, kind } of parsed.blocks)
    if (line !== null && exercises.length === 0)
      parsed.problems.push({
        line,
        text: `Nothing is in this ${kind === 'circuit' ? 'round' : 'block'}`,
      })
  return parsed
}
