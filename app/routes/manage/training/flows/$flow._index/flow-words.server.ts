import { checksOf, sidesOf } from '#app/domain/flows/plan/flow-checks.ts'
import {
  type FlowItem,
  type FlowPlan,
  itemsOf,
  secondsOf,
  sideWords,
  totalSeconds,
} from '#app/domain/flows/plan/flow-plan.ts'
import { amountWords, lengthWords, timerWords } from '#app/domain/flows/plan/flow-words.ts'
import { insteadOf } from '#app/domain/flows/roster/roster-marks.ts'
import type { flowPage } from '#app/domain/overview/training/flow-page.server.ts'
import { addMinutes } from '#app/values/instant.ts'
import { clockTimeAt } from '#app/values/wording.ts'

type Page = NonNullable<Awaited<ReturnType<typeof flowPage>>>

/** What an item's length is typed as: `8 min`, `1:30`, `5 breaths`. */
export function typedLength({ measure, amount }: Pick<FlowItem, 'measure' | 'amount'>): string {
  if (measure !== 'time') return `${amount} ${measure}`
  if (amount % 60 === 0) return `${amount / 60} min`
  return amount > 60 ? timerWords(amount) : `${amount} s`
}

/** When an item begins: on the clock of the class, or counted from the start. */
function startsOf(plan: FlowPlan, page: Page, zone: string, locale: string) {
  let at = 0
  const starts = new Map<string, string>()
  for (const item of itemsOf(plan)) {
    starts.set(
      item.id,
      page.class
        ? clockTimeAt(addMinutes(page.class.startsAt, Math.floor(at / 60)), zone, locale)
        : timerWords(at),
    )
    at += secondsOf(item, plan.about)
  }
  return starts
}

export type TimelineItem = ReturnType<typeof timelineOf>[number]['items'][number]

/** The timeline as the page prints it: blocks with their items, and what stands out of each. */
export function timelineOf(page: Page, zone: string, locale: string) {
  const { plan, exercises } = page
  const starts = startsOf(plan, page, zone, locale)
  const byId = new Map(exercises.map((one) => [one.id, one]))
  const marks = new Map(page.marks.map((one) => [one.itemId, one]))
  const tracks = new Map(plan.tracks.map((track) => [track.id, track.title]))
  return plan.blocks.map((block) => ({
    id: block.id,
    rev: block.rev,
    name: block.name,
    starts: block.items[0] ? (starts.get(block.items[0].id) ?? '') : '',
    length: lengthWords(block.items.reduce((sum, one) => sum + secondsOf(one, plan.about), 0)),
    seconds: block.items.reduce((sum, one) => sum + secondsOf(one, plan.about), 0),
    items: block.items.map((item) => {
      const exercise = byId.get(item.exerciseId)
      return {
        id: item.id,
        starts: starts.get(item.id) ?? '',
        name: item.name,
        length: amountWords(item, plan.about),
        seconds: secondsOf(item, plan.about),
        side: item.side === '' ? '' : sideWords[item.side],
        cue: item.cue,
        music: tracks.get(item.trackId) ?? '',
        /** Known to the library, gone from it since, or never in it. */
        library: libraryOf(item, exercise?.state),
        marked: marks.get(item.id)?.marks.length ?? 0,
        can: marks.get(item.id)?.can ?? 0,
      }
    }),
  }))
}

function libraryOf(item: FlowItem, state: string | undefined): '' | 'gone' | 'hidden' | 'none' {
  if (item.exerciseId === '') return 'none'
  if (state === undefined) return 'gone'
  return state === 'hidden' ? 'hidden' : ''
}

/** The roster against the items: a row a person, a mark where they need another way. */
export function gridOf(page: Page) {
  const items = itemsOf(page.plan)
  const by = page.marks.map(
    ({ marks }) => new Map(marks.map(({ personId, mark }) => [personId, mark])),
  )
  return {
    people: page.people.map(({ id, name, first, injured, injuries }) => ({
      id,
      name,
      first,
      injured,
      unread: injured && injuries === null,
      marks: items.map((_, i) => by[i]?.get(id) ?? null),
    })),
    can: page.marks.map(({ can }) => can),
    instead: insteadOf(items, page.marks),
  }
}

/** What is checked of the plan, with the sides as minutes. */
export function checkedOf(page: Page) {
  const { plan } = page
  const sides = sidesOf(plan)
  return {
    checks: checksOf(plan, page.class?.minutes ?? plan.about.minutes),
    sides: sides.left + sides.right > 0 ? sides : null,
    planned: lengthWords(totalSeconds(plan)),
  }
}
