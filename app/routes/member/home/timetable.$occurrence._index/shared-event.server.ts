import type { ClassPage } from '#app/domain/timetable/class-page.server.ts'
import { paths } from '#app/paths.ts'
import type { SharedEvent, SharedStudio } from '#app/ui/share/structured-data.ts'

/**
 * A class, session or event as others are told of it: a class costs what its desk asks for one
 * place, an event what its tickets cost.
 */
export function sharedEvent(
  { listing, detail, eventOffer }: Pick<ClassPage, 'listing' | 'detail' | 'eventOffer'>,
  { slug, name, address, town, currency }: SharedStudio & { currency: string },
): SharedEvent {
  const soldOut = listing.placesLeft === 0
  const single = listing.course && !listing.course.dropIns ? null : detail.dropInMinor
  const tickets = eventOffer?.types.map((type) => ({
    name: type.name,
    priceMinor: type.priceMinor,
    soldOut: soldOut || (type.capacity !== null && type.taken >= type.capacity),
  }))
  return {
    name: listing.title,
    description: detail.description,
    startsAt: listing.startsAt,
    endsAt: listing.endsAt,
    cancelled: listing.availability.kind === 'cancelled',
    studio: { slug, name, town, ...(address ? { address } : {}) },
    path: paths.occurrence({ slug }, listing.id),
    offers: tickets ?? (single === null ? [] : [{ priceMinor: single, soldOut }]),
    currency,
  }
}
