/** What the check of a file of holdings asks and says, in words; pure. */
import type { HoldingKind } from '#app/db/studio/imports-words.ts'

/** A word of the file that somebody has to tell the meaning of, once for the file. */
export type Question = {
  /** `offer:gold`, `frequency:biweekly`, `status:came` */
  key: string
  /** As the file has it. */
  word: string
  rows: number
  options: { value: string; words: string }[]
  /** What it is read as now; empty is not answered. */
  answer: string
}

export const questionWords = {
  offer: { packs: 'Which pack is it here?', memberships: 'Which plan is it here?' },
  level: 'Which level is it here?',
  frequency: 'How often is it paid?',
  status: 'Did they come?',
} as const

/** Why a row waits for somebody, and what may be done about it besides leaving it out. */
export const heldReasons = {
  no_expiry: {
    title: 'Packs without a last day',
    row: 'Has no last day',
    all: 'Valid as long as when sold here, from today',
  },
  past_next: {
    title: 'Next payment in the past',
    row: 'The next payment was due before today',
    all: 'Bring over, billed by hand',
  },
  no_next: {
    title: 'No next payment',
    row: 'Has no next payment',
    all: 'Bring over, billed by hand',
  },
  next_in_freeze: {
    title: 'Next payment during a freeze',
    row: 'The next payment falls in the freeze',
    all: 'Bring over, billed by hand',
  },
  other_interval: {
    title: 'Paid in another rhythm than the plan',
    row: 'Is paid in another rhythm than the plan',
    all: 'Bring over, billed by hand',
  },
  second: {
    title: 'A second contract for the same plan',
    row: 'Has two contracts for this plan. The one that began earlier comes over',
    all: 'Bring over too, billed by hand',
  },
  has_plan: {
    title: 'Already has this plan here',
    row: 'Has this plan here already',
    all: 'Bring over too, billed by hand',
  },
  other_name: {
    title: 'Another name at this address',
    row: 'A person of another name has this address here',
    all: 'Bring over to the person with the address',
  },
  payer_unknown: {
    title: 'The payer isn’t here',
    row: 'The payer isn’t here',
    all: 'They pay themselves',
  },
} as const
export type HeldReason = keyof typeof heldReasons

/** Who would be charged twice, or by nobody. */
export type Watched = { line: number; name: string; list: 'twice' | 'never'; why: string }

export const nothingWords: Record<string, { one: string; many: string }> = {
  over: { one: 'has ended', many: 'have ended' },
  used: { one: 'has no classes left', many: 'have no classes left' },
  returned: { one: 'was returned', many: 'were returned' },
  contract: {
    one: 'is the running period of a membership. It comes with the contracts',
    many: 'are running periods of memberships. They come with the contracts',
  },
  nothing: { one: 'has a balance of nothing', many: 'have a balance of nothing' },
  absent: { one: 'is no visit', many: 'are no visits' },
  left: { one: 'is left out, as you chose', many: 'are left out, as you chose' },
}

/** What one row of each kind is called. */
export const holdingNouns: Record<HoldingKind, [one: string, many: string]> = {
  packs: ['pack', 'packs'],
  memberships: ['membership', 'memberships'],
  balances: ['balance', 'balances'],
  visits: ['visit', 'visits'],
  families: ['family link', 'family links'],
  levels: ['level', 'levels'],
}

/** Of a contract that is held: who charges what. */
export const watchedHeld = (reason: HeldReason): string => {
  if (reason === 'second') return 'Has a second contract for this plan. End one of the two there'
  if (reason === 'has_plan') return 'Has this plan here already. End the contract there'
  return `${heldReasons[reason].row}, so the contract stays out`
}

/** Words of a file that one form asks for: with the rows that wait, no more fields than a form has. */
export const askedAtOnce = 60

/**
 * The words that a form asks for: those without an answer first, some at a time. `page` counts from
 * 1; what is behind the last is the last.
 */
export function askedOf(questions: readonly Question[], page: number) {
  const open = questions.filter(({ answer }) => answer === '')
  const ordered = [...open, ...questions.filter(({ answer }) => answer !== '')]
  const pages = Math.max(1, Math.ceil(ordered.length / askedAtOnce))
  const at = Math.min(Math.max(1, page), pages)
  return {
    ...{ open: open.length, page: at, pages },
    questions: ordered.slice((at - 1) * askedAtOnce, at * askedAtOnce),
  }
}
