import { compareTexts } from '#app/values/text-order.ts'
import type { ClassListing } from './class-listing.ts'

/**
 * At most `most` classes to suggest: those the person can book now with what they hold, by how
 * often they came to the class type, one of each type, soonest first. `listings` are in order of
 * time; `visits` counts by class type.
 */
export function goodForYou(
  listings: readonly ClassListing[],
  visits: ReadonlyMap<string, number>,
  most = 3,
): ClassListing[] {
  const soonestOfType = new Map<string, ClassListing>()
  for (const listing of listings) {
    if (listing.availability.kind === 'bookable' && !soonestOfType.has(listing.classTypeId)) {
      soonestOfType.set(listing.classTypeId, listing)
    }
  }
  const came = ({ classTypeId }: ClassListing) => visits.get(classTypeId) ?? 0
  return [...soonestOfType.values()]
    .sort((a, b) => came(b) - came(a))
    .slice(0, most)
    .sort((a, b) => compareTexts(a.startsAt, b.startsAt))
}
