/**
 * What Cadence costs a studio: the one table, read by the page, the bills and the limits. Prices are
 * a month's, in minor units. Staff, emails, bookings and what members pay cost nothing. Pure.
 */

export type OwnPlan = {
  name: string
  /** Active members it is for; null is any number. */
  members: number | null
  /** Locations that can be open at once; null is any number. */
  locations: number | null
  monthMinor: Readonly<Record<PriceCurrency, number>>
}

type PriceCurrency = 'GBP' | 'EUR' | 'USD'

export const ownPlanKeys = ['solo', 'studio', 'group'] as const
export type OwnPlanKey = (typeof ownPlanKeys)[number]

export const ownPlans: Readonly<Record<OwnPlanKey, OwnPlan>> = {
  solo: {
    name: 'Solo',
    members: 60,
    locations: 1,
    monthMinor: { GBP: 2_400, EUR: 2_800, USD: 2_900 },
  },
  studio: {
    name: 'Studio',
    members: 400,
    locations: 2,
    monthMinor: { GBP: 6_900, EUR: 7_900, USD: 8_500 },
  },
  group: {
    name: 'Group',
    members: null,
    locations: null,
    monthMinor: { GBP: 13_900, EUR: 15_900, USD: 17_500 },
  },
}

/** The plan a studio tries, and has where it never chose another. */
export const firstPlan: OwnPlanKey = 'studio'

export const isOwnPlan = (text: string): text is OwnPlanKey =>
  (ownPlanKeys as readonly string[]).includes(text)

/**
 * What a month of a plan costs a studio: in its own currency where we have a price in it, else in
 * US dollars.
 */
export function monthPrice(
  plan: OwnPlanKey,
  currency: string,
): { amountMinor: number; currency: PriceCurrency } {
  const prices = ownPlans[plan].monthMinor
  const own: PriceCurrency = currency in prices ? (currency as PriceCurrency) : 'USD'
  return { amountMinor: prices[own], currency: own }
}

/** What a studio has: people who pay to come, places they come to. */
export type OwnUsage = { members: number; locations: number }

/** What of `usage` a plan is not for; empty where it fits. */
export function beyondPlan(plan: OwnPlanKey, usage: OwnUsage): (keyof OwnUsage)[] {
  const { members, locations } = ownPlans[plan]
  return [
    ...(members !== null && usage.members > members ? (['members'] as const) : []),
    ...(locations !== null && usage.locations > locations ? (['locations'] as const) : []),
  ]
}
