/** A plan in the way that suits a level: its items as planned, or the easier or harder one of each. */
import { type FlowPlan, itemsOf } from './flow-plan.ts'

export const flowWays = ['planned', 'easier', 'harder'] as const
export type FlowWay = (typeof flowWays)[number]

export const wayWords: Record<FlowWay, string> = {
  planned: 'As planned',
  easier: 'Easier way',
  harder: 'Harder way',
}

/** The way that an address asks for (`?way=easier`); as planned for anything else. */
export const wayAsked = (text: string | null): FlowWay =>
  flowWays.find((way) => way === text) ?? 'planned'

/** The ways a plan has: the easier one where an item says one, the harder likewise. */
export const waysOf = (plan: FlowPlan): FlowWay[] =>
  flowWays.filter((way) => way === 'planned' || itemsOf(plan).some((item) => item[way] !== ''))

/**
 * The plan with each item replaced by its easier or harder one, where it has one; what was planned
 * becomes the other choice. Lengths, sides, cues and music stay, so it fills the same class.
 */
export function planFor(plan: FlowPlan, way: FlowWay): FlowPlan {
  if (way === 'planned') return plan
  const other = way === 'easier' ? 'harder' : 'easier'
  return {
    ...plan,
    blocks: plan.blocks.map((block) => ({
      ...block,
      items: block.items.map((item) =>
        item[way] === ''
          ? item
          : { ...item, name: item[way], exerciseId: '', [way]: '', [other]: item.name },
      ),
    })),
  }
}
