/**
 * The tree of skills as a graph: what is open to somebody, what lies on the way to a skill, and
 * whether skills lead round in a circle. Pure.
 */
import type { needRules, needStates, skillStates } from '#app/db/studio/progression/skills-words.ts'
import type { LocalDate } from '#app/values/zone.ts'

export type NeedState = (typeof needStates)[number]
export type NeedsRule = (typeof needRules)[number]
export type Need = { id: string; state: NeedState }

/** A skill as the graph knows it. */
export type Node = {
  id: string
  needs: readonly Need[]
  needsRule: NeedsRule
  needsCount: number
  /** Different days that must count. */
  days: number
}

/** Where somebody stands with a skill that was assessed. */
export type Stand = {
  state: (typeof skillStates)[number]
  /** Days that counted. */
  days: number
  /** The first day on which it has lapsed; null is never. */
  lapsesOn: LocalDate | null
}

export type Stands = ReadonlyMap<string, Stand>

/** SM-SKILL as members see it: `open` is what may be learned next. */
export type SkillStatus = 'cleared' | 'familiar' | 'learning' | 'open' | 'lapsed' | 'locked'

export const skillStatuses: readonly SkillStatus[] = [
  ...(['cleared', 'familiar', 'learning', 'open', 'lapsed', 'locked'] as const),
]

/** Whether a stand is cleared on a day: one that lapsed opens nothing. */
export const isCleared = (stand: Stand | undefined, today: LocalDate): boolean =>
  stand?.state === 'cleared' && (stand.lapsesOn === null || stand.lapsesOn > today)

/** Whether what leads to a skill is far enough. */
function isNeedMet(need: Need, stands: Stands, today: LocalDate): boolean {
  const stand = stands.get(need.id)
  if (need.state === 'familiar' && stand?.state === 'familiar') return true
  return isCleared(stand, today)
}

/** How many of the skills that lead to it must be met: all, one or some. */
export function needed({ needs, needsRule, needsCount }: Node): number {
  if (needsRule === 'all') return needs.length
  return Math.min(needs.length, needsRule === 'any' ? 1 : Math.max(1, needsCount))
}

/** Whether somebody may learn a skill next. */
export const isOpen = (node: Node, stands: Stands, today: LocalDate): boolean =>
  node.needs.filter((need) => isNeedMet(need, stands, today)).length >= needed(node)

/**
 * What a skill is to somebody. What was begun is never locked again, whatever the tree asks by now.
 */
export function statusOf(node: Node, stands: Stands, today: LocalDate): SkillStatus {
  const stand = stands.get(node.id)
  if (stand?.state === 'cleared') return isCleared(stand, today) ? 'cleared' : 'lapsed'
  if (stand) return stand.state
  return isOpen(node, stands, today) ? 'open' : 'locked'
}

/** Days that must still count; a skill that lapsed needs one. */
export function daysLeft(node: Node, stand: Stand | undefined, today: LocalDate): number {
  if (isCleared(stand, today)) return 0
  if (stand?.state === 'cleared') return 1
  return Math.max(1, node.days - (stand?.days ?? 0))
}

/**
 * The ids of a circle that skills make, in order, the first one once; null where there is none. It
 * looks at each need once.
 */
export function circleOf(nodes: readonly Pick<Node, 'id' | 'needs'>[]): string[] | null {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const done = new Set<string>()
  for (const { id: start } of nodes) {
    if (done.has(start)) continue
    // Depth first without recursion: a chain may be longer than the stack.
    const trail: string[] = []
    const on = new Set<string>()
    const work: { id: string; leave: boolean }[] = [{ id: start, leave: false }]
    while (work.length > 0) {
      const { id, leave } = work.pop()!
      if (leave) {
        trail.pop()
        on.delete(id)
        done.add(id)
        continue
      }
      if (on.has(id)) return trail.slice(trail.indexOf(id))
      if (done.has(id) || !byId.has(id)) continue
      trail.push(id)
      on.add(id)
      work.push({ id, leave: true })
      for (const need of byId.get(id)!.needs) work.push({ id: need.id, leave: false })
    }
  }
  return null
}

export type Step = { id: string; days: number }

/**
 * The skills still to clear for `goal`, each behind what leads to it, the goal last, with the days
 * each needs: of alternatives those with the fewest days. Empty where the goal is cleared; null for
 * a goal that is not in the tree.
 */
export function pathTo(
  goal: string,
  nodes: readonly Node[],
  stands: Stands,
  today: LocalDate,
): Step[] | null {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  if (!byId.has(goal)) return null
  const known = new Map<string, readonly string[]>()
  const daysOf = (id: string) => {
    const node = byId.get(id)
    return node ? daysLeft(node, stands.get(id), today) : 0
  }
  const cost = (ids: readonly string[]) => ids.reduce((sum, id) => sum + daysOf(id), 0)
  const way = (id: string): readonly string[] => {
    const before = known.get(id)
    if (before) return before
    // While it is worked out it leads nowhere: a circle that data may hold ends here.
    known.set(id, [])
    const node = byId.get(id)
    if (!node || isCleared(stands.get(id), today)) return []
    const begun = stands.get(id) !== undefined
    const met = node.needs.filter((need) => isNeedMet(need, stands, today)).length
    const missing = begun ? 0 : Math.max(0, needed(node) - met)
    const ways = node.needs
      .filter((need) => !isNeedMet(need, stands, today))
      .map((need) => way(need.id))
      .sort((a, b) => cost(a) - cost(b) || a.length - b.length)
      .slice(0, missing)
    const found = [...new Set([...ways.flat(), id])]
    known.set(id, found)
    return found
  }
  return way(goal).map((id) => ({ id, days: daysOf(id) }))
}

/** The skills that need this one. */
export const openedBy = (id: string, nodes: readonly Node[]): string[] =>
  nodes.filter(({ needs }) => needs.some((need) => need.id === id)).map((node) => node.id)
