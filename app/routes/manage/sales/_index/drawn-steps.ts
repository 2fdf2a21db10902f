import type { Movement } from '#app/domain/insights/recurring/movement.ts'
import { stepWords, waterfallOf } from '#app/domain/insights/recurring/waterfall.ts'
import type { DrawnStep } from './waterfall.tsx'

/** The steps of a month as they are drawn, and where their scale starts. */
export type DrawnSteps = { scale: string; steps: DrawnStep[] }

const wayOf = (minor: number) => (minor < 0 ? 'less' : 'more')

/** The steps of a month as they are drawn, and where their scale starts. */
export function drawnOf(
  movement: Movement,
  words: {
    sum: (minor: number) => string
    signed: (minor: number) => string
    day: (on: string) => string
  },
): DrawnSteps {
  const fall = waterfallOf(movement)
  if (!fall) return { scale: '', steps: [] }
  const { leastMinor, mostMinor } = fall
  const share = (minor: number) => (minor - leastMinor) / Math.max(mostMinor - leastMinor, 1)
  return {
    scale: leastMinor > 0 ? `The scale starts at ${words.sum(leastMinor)}.` : '',
    steps: fall.steps.map(({ kind, fromMinor, toMinor, people }) => {
      const whole = kind === 'opening' || kind === 'closing'
      const name = whole ? words.day(movement[kind].day) : stepWords[kind]
      return {
        kind,
        people: String(people),
        from: share(fromMinor),
        to: share(toMinor),
        name: `${name[0]?.toUpperCase()}${name.slice(1)}`,
        amount: whole ? words.sum(toMinor) : words.signed(toMinor - fromMinor),
        after: words.sum(toMinor),
        way: whole ? 'whole' : wayOf(toMinor - fromMinor),
      }
    }),
  }
}
