/**
 * The closed vocabulary of exercises: what free-exercise-db says, and what pole, aerial, yoga and
 * martial arts add. Values are stored as they are here; an empty text is "not said".
 */

export const levels = ['beginner', 'intermediate', 'expert'] as const
export const forces = ['push', 'pull', 'static'] as const
export const mechanics = ['compound', 'isolation'] as const
/** Whether one side is trained at a time, or both at once. */
export const sidesTrained = ['each side', 'both sides at once'] as const

export const categories = [
  'strength',
  'stretching',
  'skill',
  'balance',
  'technique',
  'cardio',
  'plyometrics',
  'powerlifting',
  'olympic weightlifting',
  'strongman',
] as const

export const equipment = [
  'body only',
  'pole',
  'silks',
  'hoop',
  'rope',
  'mat',
  'block',
  'strap',
  'pads',
  'heavy bag',
  'bands',
  'barbell',
  'cable',
  'dumbbell',
  'e-z curl bar',
  'exercise ball',
  'foam roll',
  'kettlebells',
  'machine',
  'medicine ball',
  'other',
] as const

export const bodyParts = ['arms', 'back', 'chest', 'core', 'legs', 'shoulders'] as const
export type BodyPart = (typeof bodyParts)[number]

const regions = {
  abdominals: 'core',
  abductors: 'legs',
  adductors: 'legs',
  biceps: 'arms',
  calves: 'legs',
  chest: 'chest',
  forearms: 'arms',
  glutes: 'legs',
  hamstrings: 'legs',
  lats: 'back',
  'lower back': 'back',
  'middle back': 'back',
  neck: 'shoulders',
  quadriceps: 'legs',
  shoulders: 'shoulders',
  traps: 'back',
  triceps: 'arms',
} as const satisfies Record<string, BodyPart>

export type Muscle = keyof typeof regions
export const muscles = Object.keys(regions) as Muscle[]

export const isMuscle = (word: string): word is Muscle => Object.hasOwn(regions, word)

/**
 * The region an exercise is filed under: that of its first primary muscle; empty when none is
 * named.
 */
export function bodyPartOf(primaryMuscles: readonly string[]): BodyPart | '' {
  const [first] = primaryMuscles
  return first !== undefined && isMuscle(first) ? regions[first] : ''
}

/** A value as a person reads it: `Body only`, `E-Z curl bar`. */
export function wordFor(value: string): string {
  if (value === 'e-z curl bar') return 'E-Z curl bar'
  if (value === 'foam roll') return 'Foam roller'
  return value.charAt(0).toUpperCase() + value.slice(1)
}

/** `lats, with biceps and forearms`: a list in words, in lower case. */
export function inWords(words: readonly string[]): string {
  return words.length < 2
    ? (words[0] ?? '')
    : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
