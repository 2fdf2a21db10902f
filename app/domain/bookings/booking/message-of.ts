import { addressed, type Concerned } from '#app/domain/families/addressed.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { BookingMessage } from '#app/messages/booking-letter.ts'

/** What a message about a class needs of the studio, the person and the class. */
export function messageOf(
  { studio, origin }: Pick<StudioContext, 'studio' | 'origin'>,
  person: Concerned,
  occurrence: {
    title: string
    localStart: string
    coachName: string
    roomName: string
    /** Where its letters say how to get there. */
    locationId?: string
  },
): BookingMessage {
  const { name, slug, timeZone, locale, currency } = studio
  const { title, localStart, coachName, roomName, locationId } = occurrence
  return {
    studio: { name, slug, timeZone, locale, currency },
    origin,
    ...addressed(person),
    title,
    localStart,
    coachName,
    roomName,
    ...(locationId ? { locationId } : {}),
  }
}
