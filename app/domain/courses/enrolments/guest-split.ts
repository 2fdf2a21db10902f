import { percentOf } from '#app/values/money.ts'

export type GuestSplit = {
  guestPercent: number
  guestFixedMinor: number
  guestMinimumMinor: number
}

/**
 * What a guest teacher gets of what a workshop brought, and what stays with the studio: a
 * percentage of the net after refunds and a fixed part, at least the minimum. The two always sum to
 * the net; a minimum above it leaves the studio with less than nothing.
 */
export function splitWithGuest(
  netMinor: number,
  { guestPercent, guestFixedMinor, guestMinimumMinor }: GuestSplit,
): { guestMinor: number; studioMinor: number } {
  const share = percentOf(Math.max(0, netMinor), guestPercent) + guestFixedMinor
  const guestMinor = Math.max(guestMinimumMinor, share)
  return { guestMinor, studioMinor: netMinor - guestMinor }
}
