/** Facts of public pages in the words of schema.org, for who searches elsewhere. Pure. */
import { dayName, parseHours } from '#app/domain/facilities/opening-hours.ts'
import { paths } from '#app/paths.ts'
import { addMinutes, type Instant } from '#app/values/instant.ts'
import { typedMinor } from '#app/values/money.ts'
import type { Origin } from './share-meta.ts'

const context = 'https://schema.org'

export type SharedStudio = {
  slug: string
  name: string
  /** Street and number, where it is known. */
  address?: string
  town: string
  contactEmail?: string
  contactPhone?: string
}

/** A studio as a place to train. */
export function studioFacts(studio: SharedStudio, { url, picture }: Origin) {
  return { '@context': context, ...placeOf(studio, url), image: picture }
}

export type SharedLocation = { id: string; name: string; address: string; hours: string }

/** A location of a studio, with when it is open. */
export function locationFacts(
  studio: SharedStudio,
  location: SharedLocation,
  { url, picture }: Origin,
) {
  const { id, name, address, hours } = location
  const days = parseHours(hours) ?? []
  return {
    '@context': context,
    ...placeOf({ ...studio, address }, url),
    name: name === studio.name ? name : `${studio.name}, ${name}`,
    url: url(paths.location(studio, id)),
    image: picture,
    openingHoursSpecification: days.flatMap((day, i) =>
      (day ?? []).map(({ from, until }) => ({
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: `${context}/${dayName(i, 'en-GB')}`,
        opens: from,
        closes: until,
      })),
    ),
  }
}

function placeOf(studio: SharedStudio, url: Origin['url']) {
  return {
    '@type': 'SportsActivityLocation',
    name: studio.name,
    url: url(paths.home(studio)),
    address: given({
      '@type': 'PostalAddress',
      streetAddress: studio.address,
      addressLocality: studio.town,
    }),
    ...given({ telephone: studio.contactPhone, email: studio.contactEmail }),
  }
}

export type SharedEvent = {
  name: string
  description?: string
  startsAt: Instant
  endsAt: Instant
  cancelled?: boolean
  studio: SharedStudio
  /** Where it is told and booked. */
  path: string
  /** What one place costs, each kind of ticket on its own; empty is not sold singly. */
  offers: readonly { name?: string; priceMinor: number; soldOut: boolean }[]
  currency: string
}

/** A dated class or an event. */
export function eventFacts(event: SharedEvent, { url, picture }: Origin) {
  const { name, description, startsAt, endsAt, cancelled = false, studio, offers } = event
  const here = url(event.path)
  return {
    '@context': context,
    '@type': 'Event',
    name,
    ...given({ description }),
    startDate: startsAt,
    endDate: endsAt,
    eventStatus: `${context}/${cancelled ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: `${context}/OfflineEventAttendanceMode`,
    location: placeOf(studio, url),
    organizer: { '@type': 'Organization', name: studio.name, url: url(paths.home(studio)) },
    image: picture,
    url: here,
    ...(offers.length > 0
      ? { offers: offers.map((offer) => offerFacts(offer, event.currency, here)) }
      : {}),
  }
}

export type SharedCourse = {
  name: string
  description: string
  studio: SharedStudio
  path: string
  priceMinor: number
  currency: string
  full: boolean
  /** The first start and the last end, in the studio's time with its offset or as instants. */
  startsAt: Instant
  endsAt: Instant
  coach: string
}

/** A course or workshop, with the one run it is. */
export function courseFacts(course: SharedCourse, { url, picture }: Origin) {
  const { name, description, studio, currency, priceMinor, full } = course
  const here = url(course.path)
  const offer = { ...offerFacts({ priceMinor, soldOut: full }, currency, here), category: 'Paid' }
  return {
    '@context': context,
    '@type': 'Course',
    name,
    description: description || `${name} at ${studio.name}`,
    url: here,
    image: picture,
    provider: { '@type': 'Organization', name: studio.name, url: url(paths.home(studio)) },
    offers: offer,
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: 'Onsite',
      startDate: course.startsAt,
      endDate: course.endsAt,
      location: placeOf(studio, url),
      instructor: { '@type': 'Person', name: course.coach },
      offers: offer,
    },
  }
}

/** Dated classes of a page of the finder, each as an event. */
export function eventsFacts(
  classes: readonly {
    occurrenceId: string
    title: string
    startsAt: Instant
    minutes: number
    priceMinor: number | null
    places: number
    slug: string
    studio: string
    town: string
    currency: string
  }[],
  origin: Origin,
) {
  const events = classes.map((one) => {
    const studio = { slug: one.slug, name: one.studio, town: one.town }
    return eventFacts(
      {
        name: one.title,
        startsAt: one.startsAt,
        endsAt: addMinutes(one.startsAt, one.minutes),
        studio,
        path: paths.occurrence(studio, one.occurrenceId),
        offers:
          one.priceMinor === null
            ? []
            : [{ priceMinor: one.priceMinor, soldOut: one.places === 0 }],
        currency: one.currency,
      },
      origin,
    )
  })
  return events.length > 0 ? events : null
}

/** The house, with a way to search it, and the studios that are shown. */
export function siteFacts(studios: readonly SharedStudio[], { url, picture }: Origin) {
  return [
    {
      '@context': context,
      '@type': 'WebSite',
      name: 'Cadence',
      url: url(paths.landing()),
      image: picture,
      potentialAction: {
        '@type': 'SearchAction',
        target: `${url(paths.landing())}?q={search_term_string}`,
        'query-input': 'required name=search_term_string',
      },
    },
    ...studios.map((studio) => ({ '@context': context, ...placeOf(studio, url) })),
  ]
}

function offerFacts(
  { name, priceMinor, soldOut }: SharedEvent['offers'][number],
  currency: string,
  url: string,
) {
  return {
    '@type': 'Offer',
    ...given({ name }),
    price: typedMinor(priceMinor, currency),
    priceCurrency: currency,
    availability: `${context}/${soldOut ? 'SoldOut' : 'InStock'}`,
    url,
  }
}

/** Without what is not known. */
const given = (facts: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value))
