/** What of a flow people read: lengths, times on the clock, sides. */
import { count } from '#app/values/wording.ts'
import { type FlowAbout, type FlowItem, isBoth, secondsOf } from './flow-plan.ts'

/** `8 min`, `45 s`, `1 min 30 s`. */
export function lengthWords(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), Math.round(seconds % 60)]
  return [minutes > 0 && `${minutes} min`, (rest > 0 || minutes === 0) && `${rest} s`]
    .filter(Boolean)
    .join(' ')
}

/** `35 of 45 min`: what a flow plans of its class. */
export const plannedWords = (seconds: number, minutes: number): string =>
  `${Math.round(seconds / 60)} of ${minutes} min`

/** How long an item is, as a coach says it: `5 breaths each side`, `8 min, 4 + 4 min`. */
export function amountWords(item: FlowItem, about: FlowAbout): string {
  const { measure, amount, side } = item
  const both = isBoth(side)
  if (measure === 'time') {
    if (!both) return lengthWords(amount)
    const half = amount / 2
    return half % 60 === 0
      ? `${lengthWords(amount)}, ${half / 60} + ${half / 60} min`
      : `${lengthWords(amount)}, half each side`
  }
  const said = count(amount, measure === 'breaths' ? 'breath' : 'count')
  return `${said}${both ? ' each side' : ''}, ${lengthWords(secondsOf(item, about))}`
}

export const stepSideWords = { '': '', left: 'Left side', right: 'Right side' } as const

/** `2:40`: what a timer says. */
export const timerWords = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
