/** Whether what a class trains has a piece of equipment for everybody who comes. */
import { termOf } from '#app/domain/training/exercise-terms.ts'

/** An exercise of a class's flow or workout that needs something of the studio's. */
export type NeededPiece = {
  exercise: string
  /** As the library calls it: `barbell`. */
  equipment: string
  /** People stand at as many exercises at once: those of a circuit; 1 where all do the same. */
  stations: number
}

/** What the studio counts of one kind in the class's room at its time. */
export type Stock = {
  name: string
  /** In service, and not in use by another class at the same time. */
  free: number
}

export type EquipmentCheck = {
  /** What it is called in the studio: `Poles`. */
  name: string
  exercises: string[]
  /** Pieces for those who are booked, and for a full class. */
  need: number
  needFull: number
  free: number
  /** Groups that take turns, so that each person has a piece; null where there is none at all. */
  groups: number | null
}

const uncounted = new Set(['', 'body only', 'other'])

const wordsOf = (name: string) => (name.match(/[\p{L}\p{N}]+/gu) ?? []).map(termOf)

/**
 * Whether what a studio counts as `Kettlebells, 16 kg` is the library's `kettlebells`: its name is
 * that of the library, or ends with it before what describes it. `Pole mats` are no poles.
 */
export const isOf = (stock: string, equipment: string): boolean => {
  const [thing = ''] = stock.split(/[,(:;–—]|\p{N}/u).filter((part) => /\p{L}/u.test(part))
  const [words, wanted] = [wordsOf(thing), wordsOf(equipment)]
  return wanted.length > 0 && wanted.every((word, i) => words.at(i - wanted.length) === word)
}

/**
 * What each kind of equipment comes to for `booked` people of `places`: a piece a person, in a
 * circuit a piece for as many as stand at one exercise. `uncounted` names what exercises need and
 * the studio keeps no number of. What falls short most comes first.
 */
export function checkEquipment(
  needed: readonly NeededPiece[],
  stock: readonly Stock[],
  { booked, places }: { booked: number; places: number },
): { counted: EquipmentCheck[]; uncounted: string[] } {
  const kinds = new Map<string, NeededPiece[]>()
  for (const one of needed)
    if (!uncounted.has(one.equipment))
      kinds.set(one.equipment, [...(kinds.get(one.equipment) ?? []), one])
  const counted: EquipmentCheck[] = []
  const missing: string[] = []
  for (const [equipment, pieces] of kinds) {
    const rows = stock.filter(({ name }) => isOf(name, equipment))
    if (rows.length === 0) {
      missing.push(equipment)
      continue
    }
    const stations = Math.min(...pieces.map((one) => Math.max(1, one.stations)))
    const free = Math.max(
      0,
      rows.reduce((sum, one) => sum + one.free, 0),
    )
    const need = Math.ceil(booked / stations)
    counted.push({
      name: rows.map(({ name }) => name).join(', '),
      exercises: [...new Set(pieces.map(({ exercise }) => exercise))],
      need,
      needFull: Math.ceil(Math.max(booked, places) / stations),
      free,
      groups: free === 0 ? null : Math.max(1, Math.ceil(need / free)),
    })
  }
  const over = ({ need, free }: EquipmentCheck) => need - free
  return { counted: counted.sort((a, b) => over(b) - over(a)), uncounted: missing }
}

const listed = new Intl.ListFormat('en-GB')

/** Exercises that a sentence names; the rest is counted. */
const mostNamed = 3

const namesOf = (names: readonly string[]) =>
  names.length > mostNamed
    ? `${names.slice(0, mostNamed).join(', ')} and ${names.length - mostNamed} more`
    : listed.format(names)

/** What a coach reads of one kind, and whether it falls short for those who are booked. */
export function equipmentWords({ name, exercises, need, needFull, free, groups }: EquipmentCheck): {
  short: boolean
  text: string
} {
  const what = `${name} for ${namesOf(exercises)}`
  if (need > free) {
    const turns =
      groups === null ? 'Plan another exercise.' : `Teach it in ${groups} groups that take turns.`
    return { short: true, text: `${what}: ${need} needed, ${free} free at this time. ${turns}` }
  }
  const full =
    needFull > free ? ` A full class would need ${needFull}, ${needFull - free} more.` : ''
  return { short: false, text: `${what}: ${need} needed, ${free} free at this time.${full}` }
}
