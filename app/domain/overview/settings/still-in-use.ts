/** What keeps a feature from being turned off: something of it is ahead of people. Pure. */
import type { FeatureKey } from '#app/domain/scope/features.ts'
import { count } from '#app/values/wording.ts'

/** How much of each is ahead. */
export type Ahead = Record<
  'sessions' | 'gradings' | 'skillClasses' | 'clients' | 'appointments' | 'events',
  number
>

const reasons: readonly [FeatureKey, keyof Ahead, (n: number) => string][] = [
  [
    'programs',
    'sessions',
    (n) =>
      `${count(n, 'session of a course or workshop is', 'sessions of courses and workshops are')} still to come. ` +
      'Turn this off after the last one, or cancel them first.',
  ],
  [
    'path',
    'gradings',
    (n) =>
      `${count(n, 'grading is', 'gradings are')} still to come. Publish the results or cancel ` +
      `${n === 1 ? 'it' : 'them'} first.`,
  ],
  [
    'path',
    'skillClasses',
    (n) =>
      `${count(n, 'class type asks', 'class types ask')} for a skill. Take the skill off ` +
      `${n === 1 ? 'it' : 'them'} first.`,
  ],
  [
    'coaching',
    'clients',
    (n) => `${count(n, 'client is', 'clients are')} being coached. End that first.`,
  ],
  [
    'appointments',
    'appointments',
    (n) =>
      `${count(n, 'appointment is', 'appointments are')} still to come. Archive the types so ` +
      'that nobody books more, and turn this off after the last one.',
  ],
  [
    'events',
    'events',
    (n) =>
      `${count(n, 'event is', 'events are')} still to come. Turn this off after the last one, ` +
      'or cancel first.',
  ],
]

/** Why it stays on, in a sentence for its box; null where nothing is in the way. */
export function stillInUse(key: FeatureKey, ahead: Ahead): string | null {
  for (const [feature, what, say] of reasons)
    if (feature === key && ahead[what] > 0) return say(ahead[what])
  return null
}
