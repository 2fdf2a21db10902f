/** What became of recurring revenue in a month: the kinds of its changes, with their sums. Pure. */
import type { LocalDate } from '#app/values/zone.ts'

export const movementKinds = [
  'joined',
  'rejoined',
  'returned',
  'upgraded',
  'downgraded',
  'froze',
  'left',
] as const
export type MovementKind = (typeof movementKinds)[number]

/** As a line says it after a number: `8 left`. */
export const movementWords: Record<MovementKind, string> = {
  joined: 'joined',
  rejoined: 'rejoined',
  returned: 'came back from a freeze',
  upgraded: 'upgraded',
  downgraded: 'downgraded',
  froze: 'froze',
  left: 'left',
}

export type RecurringChange = {
  day: LocalDate
  personId: string
  personName: string
  kind: MovementKind
  amountMinor: number
  plans: string
}

/** The end of a day. */
export type RecurringTotal = { day: LocalDate; members: number; minor: number }

export type Movement = {
  opening: RecurringTotal
  closing: RecurringTotal
  /** In the order of `movementKinds`, those there are. */
  kinds: { kind: MovementKind; people: number; amountMinor: number; rows: RecurringChange[] }[]
  /** Those who left, in tenths of a percent of the members of the opening; null without any. */
  churnPermille: number | null
}

export function movementOf(
  opening: RecurringTotal,
  closing: RecurringTotal,
  changes: readonly RecurringChange[],
): Movement {
  const kinds = movementKinds.flatMap((kind) => {
    const rows = changes.filter((change) => change.kind === kind)
    if (rows.length === 0) return []
    const amountMinor = rows.reduce((sum, row) => sum + row.amountMinor, 0)
    return [{ kind, people: new Set(rows.map(({ personId }) => personId)).size, amountMinor, rows }]
  })
  const left = kinds.find(({ kind }) => kind === 'left')?.people ?? 0
  return {
    opening,
    closing,
    kinds,
    churnPermille: opening.members > 0 ? Math.round((left * 1000) / opening.members) : null,
  }
}
