/** Sentences about levels and the way to them. Pure. */
import type { LadderAudience } from '#app/db/studio/ladder-words.ts'
import { count, dayMonthYear } from '#app/values/wording.ts'
import type { LocalDate } from '#app/values/zone.ts'
import {
  type Asks,
  eligibleOn,
  isReady,
  paceOf,
  paceWeeks,
  type Requirement,
  requirementsOf,
  type Standing,
} from './progress.ts'

export const audienceWords: Record<LadderAudience, string> = {
  everyone: 'Everyone',
  adults: 'Adults',
  children: 'Children',
}

/** `30 classes, 90 days on the level before, age 16, spotted handstand`; empty where it asks nothing. */
export function asksWords(asks: Asks & { asks: string; validMonths?: number | null }): string {
  return [
    asks.askClasses !== null && count(asks.askClasses, 'class', 'classes'),
    asks.askDays !== null && `${count(asks.askDays, 'day')} on the level before`,
    asks.askAge !== null && `age ${asks.askAge}`,
    asks.askSkills && count(asks.askSkills, 'skill'),
    asks.asks,
    asks.validMonths && `valid ${count(asks.validMonths, 'month')}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** `18 of 30 classes`, `74 of 90 days on this level`, `age 16: date of birth missing`. */
export function requirementWords({ kind, have, need }: Requirement): string {
  if (kind === 'classes')
    return `${Math.min(have ?? 0, need)} of ${count(need, 'class', 'classes')}`
  if (kind === 'skills') return `${Math.min(have ?? 0, need)} of ${count(need, 'skill')} cleared`
  if (kind === 'held') return 'The level held is confirmed'
  if (kind === 'days') return `${Math.min(have ?? 0, need)} of ${count(need, 'day')} on this level`
  return have === null ? `Age ${need}: date of birth missing` : `Age ${need}, now ${have}`
}

/** A level with its stripes, `Blue belt, 2 stripes`. */
export const levelWords = (name: string, stripes: number): string =>
  stripes > 0 ? `${name}, ${count(stripes, 'stripe')}` : name

export type Progress = {
  ready: boolean
  rows: { words: string; met: boolean; have: number; need: number }[]
  /** What the pace makes of it, in one or two sentences; empty where there is nothing to foretell. */
  forecast: string
  /** How the day was worked out. */
  arithmetic: string
}

/** How far somebody is from the next level, in words for the one who reads it about themselves. */
export function progressWords(
  asks: Asks,
  standing: Standing,
  { today, locale }: { today: LocalDate; locale: string },
): Progress {
  const requirements = requirementsOf(asks, standing, today)
  const ready = isReady(requirements)
  const pace = paceOf(standing, today)
  const rows = requirements.map((one) => ({
    words: requirementWords(one),
    met: one.met,
    have: Math.min(one.have ?? 0, one.need),
    need: one.need,
  }))
  if (ready || requirements.length === 0) return { ready, rows, forecast: '', arithmetic: '' }
  const on = eligibleOn(asks, standing, today, pace)
  const faster = Math.max(2, Math.floor(pace) + 1)
  const sooner = eligibleOn(asks, standing, today, faster)
  const day = (date: LocalDate) => dayMonthYear(date, locale)
  const quicker =
    sooner !== null && (on === null || sooner < on)
      ? `${count(faster, 'class', 'classes')} a week ${on === null ? 'makes it' : 'would make it'} ${day(sooner)}.`
      : ''
  const lacks = requirements.filter(({ met }) => !met).map(({ kind }) => kind)
  const but = [
    ...(lacks.includes('skills') ? ['the skills'] : []),
    ...(lacks.includes('held') ? ['confirming your level'] : []),
  ]
  const first =
    on === null
      ? ''
      : `At this pace everything ${but.length > 0 ? `but ${but.join(' and ')} ` : ''}is met on ${day(on)}.`
  return {
    ready,
    rows,
    forecast: [first, quicker].filter(Boolean).join(' '),
    arithmetic:
      asks.askClasses !== null && standing.classes < asks.askClasses
        ? `${standing.recent === 0 ? 'No classes' : count(standing.recent, 'class', 'classes')} in the last ${paceWeeks} weeks${standing.recent === 0 ? '' : `, so ${rate(pace, locale)} a week`}; ${asks.askClasses - standing.classes} to go.`
        : '',
  }
}

const rate = (perWeek: number, locale: string) =>
  perWeek.toLocaleString(locale, { maximumFractionDigits: 1 })

/** Why a level stays where it is. */
export function moveRefusal(refused: {
  reason: string
  people?: number
  lower?: string
  higher?: string
}): string {
  if (refused.reason === 'would_lock_out') {
    const { people = 0, lower, higher } = refused
    return `${count(people, 'person', 'people')} on ${lower} could no longer book classes that ask for ${higher}. Change what those classes ask first.`
  }
  return refused.reason === 'at_the_end'
    ? 'It is at the end of the ladder already.'
    : 'Someone moved a level meanwhile. Check the order and try again.'
}

/** Why a level is not taken away. */
export function removeRefusal(
  refused: { reason: 'held'; people: number } | { reason: 'asked'; types: string },
): string {
  if (refused.reason === 'asked') return `${refused.types} asks for it. Change that first.`
  return refused.people > 0
    ? `${count(refused.people, 'person holds', 'people hold')} it. Set another level for them first.`
    : 'It is part of the history that a file of levels brought. Roll that file back first.'
}
