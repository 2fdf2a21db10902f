/** Sentences about skills. Pure. */
import { count } from '#app/values/wording.ts'
import type { NeedState, NeedsRule, SkillStatus } from './skill-graph.ts'

export const statusWords: Record<SkillStatus, string> = {
  cleared: 'cleared',
  familiar: 'familiar',
  learning: 'learning',
  open: 'open',
  lapsed: 'lapsed',
  locked: 'locked',
}

export const tierWords = (tier: number): string => (tier === 0 ? 'Base' : `Tier ${tier}`)

type Rule = { times: number; twoSided: boolean; days: number }

/** `3 times, both sides, 3 days`; `once` where one clean repetition does it. */
export function ruleWords({ times, twoSided, days }: Rule): string {
  return [
    times === 1 ? 'once' : `${times} times`,
    twoSided && 'both sides',
    days > 1 && `${days} different days`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** `Needs all of`, `Needs one of`, `Needs 2 of`, for a list behind it. */
export function needsLead(rule: NeedsRule, needed: number, of: number): string {
  if (of === 1) return 'Needs'
  if (rule === 'all') return 'Needs all of'
  return needed === 1 ? 'Needs one of' : `Needs ${needed} of`
}

export const needWords = (name: string, state: NeedState): string => `${name} ${state}`

/** `one more cleared day`, `2 more cleared days`: inside a sentence. */
export const moreDays = (days: number): string =>
  days === 1 ? 'one more cleared day' : `${days} more cleared days`

/** What a day’s assessment came to, for the coach who typed it. */
export function assessedWords(answer: {
  person: string
  skill: string
  counted: boolean
  before: boolean
  days: number
  need: number
  cleared: boolean
  nowCleared: boolean
}): string {
  const { person, skill, counted, before, days, need, cleared, nowCleared } = answer
  if (nowCleared) return `${skill} is cleared for ${person}.`
  if (cleared) return `Noted. ${person} has cleared ${skill} already.`
  const of = `${days} of ${count(need, 'day')}`
  if (before) return `Noted. Today counts once: ${person} has ${of} for ${skill}.`
  return counted
    ? `The day counts: ${person} has ${of} for ${skill}.`
    : `Noted. The day doesn’t count yet: ${person} has ${of} for ${skill}.`
}

/** What is on a side, `Left 2 of 3 days`. */
export const sideWords = (side: 'Left' | 'Right', days: number, need: number): string =>
  `${side} ${Math.min(days, need)} of ${count(need, 'day')}`
