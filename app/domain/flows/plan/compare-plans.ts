/** What two versions of a flow say differently. */
import { type FlowItem, type FlowPlan, itemsOf } from './flow-plan.ts'
import { amountWords } from './flow-words.ts'

export type Difference = {
  kind: 'added' | 'removed' | 'changed' | 'moved'
  name: string
  /** `Cue: “Push away.” is now “Push away, don’t pull in.”` */
  what: string
}

const fieldNames = {
  name: 'Name',
  side: 'Side',
  transition: 'Comes in from',
  cue: 'Cue',
  easier: 'Instead',
  harder: 'Harder',
} as const satisfies Partial<Record<keyof FlowItem, string>>

const quoted = (text: string) => (text === '' ? 'nothing' : `“${text}”`)

/** Differences in the order of the newer one; what was removed comes first. */
export function comparePlans(older: FlowPlan, newer: FlowPlan): Difference[] {
  const [before, after] = [itemsOf(older), itemsOf(newer)]
  const was = new Map(before.map((item, i) => [item.id, { item, i }]))
  const stays = new Set(after.map(({ id }) => id))
  const kept = before.filter(({ id }) => stays.has(id)).map(({ id }) => id)
  const keptNow = after.filter(({ id }) => was.has(id)).map(({ id }) => id)
  const removed = before
    .filter(({ id }) => !stays.has(id))
    .map(
      (item): Difference => ({
        kind: 'removed',
        name: item.name,
        what: amountWords(item, older.about),
      }),
    )
  const about: Difference[] =
    older.about.title === newer.about.title
      ? []
      : [
          {
            kind: 'changed',
            name: 'Title',
            what: `${quoted(older.about.title)} is now ${quoted(newer.about.title)}`,
          },
        ]
  const rest = after.flatMap((item): Difference[] => {
    const old = was.get(item.id)?.item
    const length = amountWords(item, newer.about)
    if (!old) return [{ kind: 'added', name: item.name, what: length }]
    const changes = Object.entries(fieldNames).flatMap(([key, name]) => {
      const [from, to] = [old[key as keyof FlowItem], item[key as keyof FlowItem]]
      return from === to ? [] : [`${name}: ${quoted(String(from))} is now ${quoted(String(to))}`]
    })
    const oldLength = amountWords(old, older.about)
    if (oldLength !== length) changes.unshift(`Length: ${oldLength} is now ${length}`)
    if (changes.length > 0) return [{ kind: 'changed', name: item.name, what: changes.join('. ') }]
    const moved = kept.indexOf(item.id) !== keptNow.indexOf(item.id)
    return moved ? [{ kind: 'moved', name: item.name, what: 'Another place in the order' }] : []
  })
  return [...about, ...removed, ...rest]
}
