/** Things of a calendar that bind the same coach or the same room at the same time. */

import type { Instant } from '#app/values/instant.ts'
import { compareTexts } from '#app/values/text-order.ts'

export type Binding = {
  id: string
  roomId: string | null
  coachId: string | null
  startsAt: Instant
  endsAt: Instant
  /** The coach is bound this long where buffers make it longer. */
  busyFrom: Instant | null
  busyUntil: Instant | null
  /** The room is taken this long where set-up or turn-round make it longer. */
  roomFrom?: Instant
  roomUntil?: Instant
}

export type Clash<Item> = {
  what: 'coach' | 'room'
  one: Item
  other: Item
  from: Instant
  until: Instant
}

/** Each pair once, by when it begins. What binds neither (a cancelled class) is not to be given. */
export function clashesOf<Item extends Binding>(items: readonly Item[]): Clash<Item>[] {
  return [
    ...shared(items, 'room', ({ roomId, roomFrom, roomUntil, startsAt, endsAt }) => ({
      whose: roomId,
      from: roomFrom ?? startsAt,
      until: roomUntil ?? endsAt,
    })),
    ...shared(items, 'coach', ({ coachId, busyFrom, busyUntil, startsAt, endsAt }) => ({
      whose: coachId,
      from: busyFrom ?? startsAt,
      until: busyUntil ?? endsAt,
    })),
  ].sort((a, b) => compareTexts(a.from, b.from))
}

type Span = { whose: string | null; from: Instant; until: Instant }

function shared<Item>(
  items: readonly Item[],
  what: 'coach' | 'room',
  spanOf: (item: Item) => Span,
): Clash<Item>[] {
  const byOwner = new Map<string, { item: Item; from: Instant; until: Instant }[]>()
  for (const item of items) {
    const { whose, from, until } = spanOf(item)
    if (!whose) continue
    const own = byOwner.get(whose)
    if (own) own.push({ item, from, until })
    else byOwner.set(whose, [{ item, from, until }])
  }
  return [...byOwner.values()].flatMap((own) => {
    own.sort((a, b) => compareTexts(a.from, b.from))
    const found: Clash<Item>[] = []
    let open: typeof own = []
    for (const one of own) {
      open = open.filter(({ until }) => until > one.from)
      for (const before of open) {
        const until = before.until < one.until ? before.until : one.until
        found.push({ what, one: before.item, other: one.item, from: one.from, until })
      }
      open.push(one)
    }
    return found
  })
}
