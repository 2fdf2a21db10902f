/** What a person has left, in the terms of home and portal, so that the two can never disagree. */
import { compareTexts } from '#app/values/text-order.ts'
import { addDays, type LocalDate } from '#app/values/zone.ts'
import type { Held, HeldLot, HeldMembership } from './choose-entitlement.ts'
import { type ClassLimit, limitOn, usedIn } from './class-limit.ts'

/** Credits that end within so many days are said to go soon. */
export const soonDays = 14

/** Credits that pay for the same classes, however many lots they lie in. */
export type CreditsLeft = {
  /** Discipline ids; empty covers all. */
  covers: readonly string[]
  /** They pay for appointments; `covers` is their types. */
  appointments: boolean
  left: number
  /**
   * How many of them end within two weeks, and the first day on which some do; null when none does.
   */
  soon: { credits: number; on: LocalDate } | null
}

const heldStates: ReadonlySet<string> = new Set([
  'scheduled',
  'trialing',
  'active',
  'past_due',
  'suspended',
  'cancel_scheduled',
])

/** Lots with credits that have not ended, those that end first in front. */
export function lotsWithCredits<Lot extends HeldLot>(
  lots: readonly Lot[],
  today: LocalDate,
): Lot[] {
  return lots
    .filter((lot) => !lot.refunded && lot.left > 0 && lot.expiresOn >= today)
    .sort((a, b) => compareTexts(a.expiresOn, b.expiresOn))
}

/** Whether a lot's credits end within two weeks. */
export const endsSoon = (lot: Pick<HeldLot, 'expiresOn'>, today: LocalDate) =>
  lot.expiresOn <= addDays(today, soonDays)

/** Memberships that are held on `today`, begun or not. */
export function membershipsHeld(
  memberships: readonly HeldMembership[],
  today: LocalDate,
): HeldMembership[] {
  return memberships.filter(
    ({ state, endsOn }) => heldStates.has(state) && (endsOn === null || endsOn >= today),
  )
}

/** Credits by what they cover, those that end first in front. */
export function creditsLeft({ lots }: Pick<Held, 'lots'>, today: LocalDate): CreditsLeft[] {
  const groups = new Map<string, CreditsLeft>()
  for (const lot of lotsWithCredits(lots, today)) {
    const appointments = lot.packKind === 'appointments'
    const key = `${appointments ? 'pt:' : ''}${[...lot.covers].sort().join(',')}`
    const group = groups.get(key) ?? { covers: lot.covers, appointments, left: 0, soon: null }
    const soon = endsSoon(lot, today)
      ? { credits: (group.soon?.credits ?? 0) + lot.left, on: group.soon?.on ?? lot.expiresOn }
      : group.soon
    groups.set(key, { ...group, left: group.left + lot.left, soon })
  }
  return [...groups.values()]
}

/** All credits that can still be used for classes, whatever they cover. */
export function totalCredits(held: Pick<Held, 'lots'>, today: LocalDate): number {
  return creditsLeft(held, today)
    .filter(({ appointments }) => !appointments)
    .reduce((sum, { left }) => sum + left, 0)
}

/** What is left of a membership's limit on `today`; null when it is unlimited. */
export function leftNow(
  membership: HeldMembership,
  today: LocalDate,
): { left: number; limit: ClassLimit } | null {
  const limit = limitOn(membership, today, today)
  return limit && { left: Math.max(0, limit.classes - usedIn(membership, limit)), limit }
}
