/**
 * Items as a coach types them, one a line: `Sun salutation A 5 breaths /side`, `Chair spin 10 min
 * left first`. What is no length and no side is the name.
 */
import { type FlowItem, longestItem, type Measure, type Side } from './flow-plan.ts'

export type TypedItem = Pick<FlowItem, 'name' | 'measure' | 'amount' | 'side' | 'cue'>

export type ParsedItems = {
  items: TypedItem[]
  problems: { line: number; text: string }[]
}

const lengths: [RegExp, (n: number, more: number) => { measure: Measure; amount: number }][] = [
  [/\b(\d{1,3}):([0-5]\d)\b/, (n, more) => ({ measure: 'time', amount: n * 60 + more })],
  [
    /\b(\d{1,3}(?:\.\d)?) ?(?:minutes?|mins?|min)\b/i,
    (n) => ({ measure: 'time', amount: Math.round(n * 60) }),
  ],
  [/\b(\d{1,4}) ?(?:seconds?|secs?|s)\b/i, (n) => ({ measure: 'time', amount: n })],
  [/\b(\d{1,3}) ?(?:breaths?|br)\b/i, (n) => ({ measure: 'breaths', amount: n })],
  [/\b(\d{1,3}) ?(?:counts?|ct)\b/i, (n) => ({ measure: 'counts', amount: n })],
]

const sideForms: [RegExp, Side][] = [
  [/\bright first\b/i, 'right first'],
  [/\bleft first\b/i, 'left first'],
  [/(?:\/side|\beach side|\bboth sides)\b/i, 'left first'],
  [/[,(]\s*left(?: side)?\)?\s*$|\s\bleft side\b|\s\/left\b/i, 'left'],
  [/[,(]\s*right(?: side)?\)?\s*$|\s\bright side\b|\s\/right\b/i, 'right'],
]

/** What stands behind a colon at the end is the cue. */
const cueForm = /\s*: (.{1,300})$/

/** Reads items line by line. A line without a length is one minute long. */
export function parseItems(text: string): ParsedItems {
  const answer: ParsedItems = { items: [], problems: [] }
  for (const [line, typed] of text.split('\n').entries()) {
    let rest = typed.trim().replace(/^[-–•*]\s+/, '')
    if (rest === '') continue
    const cue = cueForm.exec(rest)?.[1]?.trim() ?? ''
    rest = rest.replace(cueForm, '')
    let length: { measure: Measure; amount: number } = { measure: 'time', amount: 60 }
    for (const [form, read] of lengths) {
      const found = form.exec(rest)
      if (!found) continue
      length = read(Number(found[1]), Number(found[2] ?? 0))
      rest = rest.replace(form, ' ')
      break
    }
    let side: Side = ''
    for (const [form, meant] of sideForms) {
      if (!form.test(rest)) continue
      side = meant
      rest = rest.replace(form, ' ')
      break
    }
    const name = rest
      .replace(/\s+/g, ' ')
      .replace(/^[\s,]+|[\s,]+$/g, '')
      .slice(0, 120)
    if (name === '') answer.problems.push({ line, text: 'There is a length, but no name' })
    else if (length.amount < 1 || (length.measure === 'time' && length.amount > longestItem))
      answer.problems.push({ line, text: 'An item lasts from 1 second to 2 hours' })
    else answer.items.push({ name, side, cue, ...length })
  }
  return answer
}
