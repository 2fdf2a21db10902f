/**
 * What stands out when a plan meets a roster: for which item somebody needs another way. Only
 * exceptions have words, and the word is what to do instead.
 */
import { metBy, partsOf } from '#app/domain/training/contraindications.ts'
import type { FlowItem } from '../plan/flow-plan.ts'

export type TaughtExercise = {
  id: string
  name: string
  level: string
  contraindications: readonly string[]
  /** What leads up to it, the nearest first. */
  easier: readonly string[]
}

export type RosterPerson = {
  id: string
  name: string
  first: boolean
  /** What is noted of injuries; null where the reader may not read the words. */
  injuries: readonly string[] | null
  injured: boolean
  /** The rung somebody holds, by discipline. */
  rungs: Readonly<Record<string, number>>
}

export type NeededLevel = { id: string; name: string; rung: number; disciplineId: string }

const markKinds = ['injury', 'level', 'first'] as const
export type Mark = { kind: (typeof markKinds)[number]; text: string; why: string }

/** What a first visit can do without a word; everything else is shown to them first. */
const forAnyone = ['', 'beginner']

/**
 * The mark of a person at an item; null where they can do it as it is. An injury comes before a
 * missing level, that before a first visit.
 */
export function markOf(
  item: FlowItem,
  person: RosterPerson,
  exercise: TaughtExercise | undefined,
  level: NeededLevel | undefined,
): Mark | null {
  const regression = item.easier || exercise?.easier[0] || ''
  for (const note of person.injuries ?? []) {
    const [met] = metBy(exercise?.contraindications ?? [], note)
    if (met === undefined) continue
    const { who, instead } = partsOf(met)
    return { kind: 'injury', text: instead || regression || 'watch', why: who }
  }
  if (level && (person.rungs[level.disciplineId] ?? 0) < level.rung)
    return { kind: 'level', text: regression || 'not yet', why: `needs ${level.name}` }
  if (person.first && !forAnyone.includes(exercise?.level ?? ''))
    return { kind: 'first', text: regression || 'first visit', why: 'comes for the first time' }
  return null
}

export type ItemMarks = {
  itemId: string
  /** By person, those without a mark left out. */
  marks: { personId: string; name: string; mark: Mark }[]
  can: number
}

/** The marks of every item, in the order of the plan. */
export function marksOf(
  items: readonly FlowItem[],
  people: readonly RosterPerson[],
  exercises: readonly TaughtExercise[],
  levels: readonly NeededLevel[],
): ItemMarks[] {
  const byId = new Map(exercises.map((one) => [one.id, one]))
  const levelOf = new Map(levels.map((one) => [one.id, one]))
  return items.map((item) => {
    const marks = people.flatMap((person) => {
      const mark = markOf(item, person, byId.get(item.exerciseId), levelOf.get(item.levelId))
      return mark ? [{ personId: person.id, name: person.name, mark }] : []
    })
    return { itemId: item.id, marks, can: people.length - marks.length }
  })
}

/**
 * The marks of a plan of which `shown` are the items, easier or harder ones among them: what
 * somebody would do instead of the planned one, and everybody does now, is marked no more.
 */
export const marksBeside = (
  shown: readonly FlowItem[],
  marks: readonly ItemMarks[],
): ItemMarks[] => {
  const names = new Map(shown.map(({ id, name }) => [id, name]))
  return marks.map((one) => {
    const left = one.marks.filter(({ mark }) => mark.text !== names.get(one.itemId))
    return { ...one, marks: left, can: one.can + one.marks.length - left.length }
  })
}

export type Instead = { who: string; why: string; what: string; kind: Mark['kind'] }

const first = (name: string) => name.split(' ')[0] ?? name

/** What is done instead tonight: one line for people who do the same instead of the same. */
export function insteadOf(items: readonly FlowItem[], marks: readonly ItemMarks[]): Instead[] {
  const grouped = new Map<string, { names: Set<string>; items: string[]; mark: Mark }>()
  for (const [i, one] of marks.entries())
    for (const { name, mark } of one.marks) {
      const key = `${mark.kind}|${mark.text}|${mark.why}`
      const at = grouped.get(key) ?? { names: new Set<string>(), items: [], mark }
      at.names.add(first(name))
      const itemName = items[i]?.name ?? ''
      if (!at.items.includes(itemName)) at.items.push(itemName)
      grouped.set(key, at)
    }
  return [...grouped.values()].map(({ names, items: of, mark }) => ({
    who: [...names].join(', '),
    why: mark.why,
    what: `${mark.text}, for ${of.join(', ')}`,
    kind: mark.kind,
  }))
}
