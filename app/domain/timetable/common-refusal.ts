/** A refusal that holds for everything in a list is said once, above it. Pure. */

import {
  aboutSeveral,
  refusalWords,
  type Words,
} from '#app/domain/bookings/availability/refusal-words.ts'
import type { Refused } from '#app/domain/places/refusals.ts'
import type { Formats } from '#app/values/formats.ts'
import type { ClassListing } from './class-listing.ts'

/** What keeps a person from booking at all, whatever the class is. */
const ofThePerson: readonly Refused['reason'][] = [
  'no_entitlement',
  'frozen',
  'past_due',
  'strikes',
  'waiver_missing',
  'banned',
]

/** Fewer say it themselves. */
const several = 3

export type CommonRefusal = Words & {
  refused: Refused
  /** Its class says nothing more: it is said above. */
  covers: (listing: ClassListing) => boolean
}

/**
 * The refusal that several classes of a list would say in the same words, while none of it can be
 * booked or waited for; null where there is none. Classes with another reason still say theirs.
 */
export function commonRefusal(
  listings: readonly ClassListing[],
  formats: Formats,
): CommonRefusal | null {
  const open = ['bookable', 'waitlist', 'sign_in']
  if (listings.some(({ availability }) => open.includes(availability.kind))) return null
  const said = listings.flatMap((listing) => {
    const refused = personal(listing)
    return refused ? [{ refused, ...refusalWords(refused, formats) }] : []
  })
  const [first] = said
  const same = said.filter(({ sentence }) => sentence === first?.sentence)
  if (!first || same.length < several) return null
  return {
    refused: first.refused,
    action: first.action,
    sentence: aboutSeveral(first.sentence),
    covers: (listing) => {
      const refused = personal(listing)
      return refused !== null && refusalWords(refused, formats).sentence === first.sentence
    },
  }
}

/** The refusal of a class where it is about the person alone; null otherwise. */
function personal({ availability }: ClassListing): Refused | null {
  if (availability.kind !== 'refused' || !ofThePerson.includes(availability.reason)) return null
  if (availability.reason === 'no_entitlement' && availability.facts.course) return null
  return availability
}
