/** What a flow is made of: blocks of items, each with how long it takes and on which side. */

/** `left first` and `right first` are both sides, one after the other, half of the time each. */
export const sides = ['', 'left', 'right', 'left first', 'right first'] as const
export type Side = (typeof sides)[number]

export const sideWords: Record<Side, string> = {
  '': 'No side',
  left: 'Left side',
  right: 'Right side',
  'left first': 'Both, left first',
  'right first': 'Both, right first',
}

/** How the length of an item is told. */
export const measures = ['time', 'breaths', 'counts'] as const
export type Measure = (typeof measures)[number]

export type FlowItem = {
  id: string
  /** The version of the flow that last changed it: a second editor of the item is told. */
  rev: number
  /** Empty where it is not one of the library. */
  exerciseId: string
  name: string
  measure: Measure
  /** Seconds in all, or breaths or counts on a side. */
  amount: number
  side: Side
  /** How one comes into it. */
  transition: string
  cue: string
  /** What to do instead, for anyone who is not there yet or is hurt. */
  easier: string
  harder: string
  /** The level of a ladder it needs; empty is none. */
  levelId: string
  /** The track that plays; empty is none. */
  trackId: string
}

export type FlowBlock = { id: string; rev: number; name: string; items: FlowItem[] }

/** A piece of music, with where it may be played. */
export type Track = { id: string; title: string; seconds: number; licence: string }

export type FlowAbout = {
  rev: number
  title: string
  disciplineId: string
  level: string
  focus: string
  /** Length of the class, in minutes. */
  minutes: number
  /** Seconds of one breath, and of one count. */
  breath: number
  beat: number
  notes: string
}

export type FlowPlan = { about: FlowAbout; blocks: FlowBlock[]; tracks: Track[] }

/** A class of two hours has fewer; a plan beyond that is no plan anybody could teach from. */
export const mostItems = 200
export const mostBlocks = 30
export const mostTracks = 60
/** A piece of music longer than an hour is a playlist, which is several tracks. */
export const longestTrack = 3_600
/** Nothing in a class lasts longer than two hours. */
export const longestItem = 7_200

export const itemsOf = (plan: FlowPlan): FlowItem[] => plan.blocks.flatMap(({ items }) => items)

export const isBoth = (side: Side) => side === 'left first' || side === 'right first'

/** Seconds that an item takes, both sides together. */
export function secondsOf(
  { measure, amount, side }: Pick<FlowItem, 'measure' | 'amount' | 'side'>,
  { breath, beat }: Pick<FlowAbout, 'breath' | 'beat'>,
): number {
  if (measure === 'time') return amount
  const once = Math.round(amount * (measure === 'breaths' ? breath : beat))
  return isBoth(side) ? once * 2 : once
}

export const totalSeconds = (plan: FlowPlan): number =>
  itemsOf(plan).reduce((sum, item) => sum + secondsOf(item, plan.about), 0)

const swapped: Record<Side, Side> = {
  '': '',
  left: 'right',
  right: 'left',
  'left first': 'right first',
  'right first': 'left first',
}

/** The same on the other side; words that name a side name the other. */
export function mirrored<Item extends Pick<FlowItem, 'side' | 'cue' | 'transition' | 'name'>>(
  item: Item,
): Item {
  const { side, cue, transition, name } = item
  return {
    ...item,
    side: swapped[side],
    name: otherSide(name),
    cue: otherSide(cue),
    transition: otherSide(transition),
  }
}

/** `Left leg back` is `Right leg back`; a word such as "leftover" stays as it is. */
export const otherSide = (text: string): string =>
  text.replace(/\b(left|right)\b/gi, (word) => {
    const other = word.toLowerCase() === 'left' ? 'right' : 'left'
    if (word === word.toUpperCase()) return other.toUpperCase()
    return word[0] === word[0]?.toUpperCase() ? other[0]?.toUpperCase() + other.slice(1) : other
  })

/** One thing to teach at a time: an item of both sides is two steps. */
export type Step = {
  item: FlowItem
  block: string
  side: '' | 'left' | 'right'
  /** From the start of the class, in seconds. */
  from: number
  seconds: number
}

/** What is taught one after the other, with when each begins. */
export function stepsOf(plan: FlowPlan): Step[] {
  let at = 0
  return plan.blocks.flatMap((block) =>
    block.items.flatMap((item) => {
      const whole = secondsOf(item, plan.about)
      const first = item.side.startsWith('left') ? 'left' : 'right'
      const turns: [Step['side'], number][] = isBoth(item.side)
        ? [
            [first, Math.ceil(whole / 2)],
            [first === 'left' ? 'right' : 'left', Math.floor(whole / 2)],
          ]
        : [[item.side as Step['side'], whole]]
      return turns.map(([side, seconds]): Step => {
        const step = { item, block: block.name, side, from: at, seconds }
        at += seconds
        return step
      })
    }),
  )
}
