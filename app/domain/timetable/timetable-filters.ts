/**
 * The filters of the timetable as its URL has them. A bad value falls back to none, never to an
 * error.
 */
import { addDays, isLocalDate, type LocalDate } from '#app/values/zone.ts'
import type { ClassListing } from './class-listing.ts'

export type TimetableFilters = {
  /** First of the seven days; null is today. */
  from: LocalDate | null
  /** Names, so that an address can be read and the page carries no ids for them. */
  discipline: string | null
  coach: string | null
  /** `Pole, Level 2`, or `openToAll` for classes that ask for none. */
  level: string | null
  location: string | null
  /** Words of the class's name, as typed. */
  q: string | null
  /** One of `timesOfDay`. */
  time: string | null
  /** One of `kindNames`. */
  kind: string | null
  /** `German`, as its type says. */
  language: string | null
  /** `Step-free`, one of `accessNames`. */
  access: string | null
  /** Only classes with places. */
  places: boolean
  /** Only classes a membership of mine pays for. */
  included: boolean
}

export type FilterOption = { id: string; name: string }
export type FilterOptions = {
  disciplines: FilterOption[]
  coaches: FilterOption[]
  levels: FilterOption[]
  locations: FilterOption[]
  /** What the studio has of these; `id` is the kind of offering. */
  kinds: FilterOption[]
  /** What classes of these days are taught in, and say of who can take part; and what is chosen. */
  languages: FilterOption[]
  access: FilterOption[]
}

/** Parts of a day by the local clock at which a class starts; `until` is not included. */
export const timesOfDay = [
  { id: 'Morning', name: 'Morning', from: '00:00', until: '12:00' },
  { id: 'Midday', name: 'Midday', from: '12:00', until: '17:00' },
  { id: 'Evening', name: 'Evening', from: '17:00', until: '24:00' },
] as const

/** What kinds of offerings are called when there are several. */
export const kindNames: Readonly<Record<string, string>> = {
  class: 'Classes',
  course: 'Courses',
  workshop: 'Workshops',
  event: 'Events',
}

/** The choice of level for classes that ask for none. */
export const openToAll = 'Open to all levels'

/** A timetable reaches this many days to either side of today. */
const reach = 366

/** How an address says that somebody who was at one location wants all of them. */
export const allLocations = 'all'

/** Letters of a name that are looked for, at most. */
const longestName = 60

/** `location` is where the person was last, for an address that says nothing of it. */
export function parseTimetableFilters(
  search: URLSearchParams,
  today: LocalDate,
  location: string | null = null,
): TimetableFilters {
  const from = search.get('from') ?? ''
  const near = isLocalDate(from) && from >= addDays(today, -reach) && from <= addDays(today, reach)
  return {
    from: near && from !== today ? from : null,
    discipline: search.get('discipline') || null,
    coach: search.get('coach') || null,
    level: search.get('level') || null,
    location: askedLocation(search, location),
    q: [...(search.get('q') ?? '').trim()].slice(0, longestName).join('').trim() || null,
    time: search.get('time') || null,
    kind: search.get('kind') || null,
    language: search.get('language') || null,
    access: search.get('access') || null,
    places: search.get('places') === '1',
    included: search.get('included') === '1',
  }
}

/** A location by its name; null is all. What the address says counts before what was last. */
export function askedLocation(search: URLSearchParams, last: string | null): string | null {
  const asked = search.get('location')
  if (asked === null) return last
  return asked === allLocations ? null : asked || null
}

/** Filters without those that name nothing of this studio. */
export function knownFilters(filters: TimetableFilters, options: FilterOptions): TimetableFilters {
  const known = (name: string | null, among: FilterOption[]) =>
    among.some((option) => option.name === name) ? name : null
  return {
    ...filters,
    discipline: known(filters.discipline, options.disciplines),
    coach: known(filters.coach, options.coaches),
    level: filters.level === openToAll ? openToAll : known(filters.level, options.levels),
    // Of one location nothing can be left out.
    location: options.locations.length > 1 ? known(filters.location, options.locations) : null,
    time: known(filters.time, [...timesOfDay]),
    kind: known(filters.kind, options.kinds),
    language: known(filters.language, options.languages),
    access: known(filters.access, options.access),
  }
}

/** Whether a class passes; a class of mine passes the two filters that are about booking. */
export function passesFilters(
  listing: ClassListing,
  filters: TimetableFilters,
  options: FilterOptions,
): boolean {
  const named = (id: string, name: string, among: FilterOption[]) =>
    among.some((option) => option.id === id && option.name === name)
  const { discipline, coach, level, location, time, kind, places, included } = filters
  const { language, access } = filters
  if (discipline !== null && !named(listing.disciplineId, discipline, options.disciplines))
    return false
  if (coach !== null && !named(listing.coachId, coach, options.coaches)) return false
  if (level === openToAll && listing.minimumLevel !== null) return false
  if (
    level !== null &&
    level !== openToAll &&
    !named(listing.minimumLevel?.id ?? '', level, options.levels)
  )
    return false
  if (location !== null && !named(listing.locationId, location, options.locations)) return false
  if (kind !== null && !named(listing.kind, kind, options.kinds)) return false
  if (language !== null && listing.language !== language) return false
  if (access !== null && !listing.access?.includes(access)) return false
  if (time !== null && !startsWithin(listing, time)) return false
  if (filters.q !== null && !isCalled(listing, filters.q)) return false
  if (isMine(listing)) return true
  if (places && !hasPlaces(listing)) return false
  return !included || isIncluded(listing)
}

/** Every word that was typed begins a word of the name, whatever its case and accents. */
function isCalled({ title }: ClassListing, typed: string): boolean {
  const words = plainWords(title)
  return plainWords(typed).every((wanted) => words.some((word) => word.startsWith(wanted)))
}

const plainWords = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

function startsWithin({ localStart }: ClassListing, time: string): boolean {
  const clock = localStart.slice(11, 16)
  const part = timesOfDay.find(({ name }) => name === time)
  return part === undefined || (clock >= part.from && clock < part.until)
}

/** Filters in use with what they are called, and the change that takes each away. */
export function filtersInUse(
  filters: TimetableFilters,
): { name: string; without: Partial<TimetableFilters> }[] {
  const { discipline, coach, level, location, q, time, kind, places, included } = filters
  const { language, access } = filters
  const all: [string | null | false, Partial<TimetableFilters>][] = [
    [q, { q: null }],
    [kind, { kind: null }],
    [discipline, { discipline: null }],
    [coach, { coach: null }],
    [level, { level: null }],
    [location, { location: null }],
    [time, { time: null }],
    [language, { language: null }],
    [access, { access: null }],
    [places && 'Has places', { places: false }],
    [included && 'Included', { included: false }],
  ]
  return all.flatMap(([name, without]) => (name ? [{ name, without }] : []))
}

/**
 * Which filter to take away so that something is shown, and how many classes that shows; most
 * first.
 */
export function waysToWiden(
  listings: readonly ClassListing[],
  filters: TimetableFilters,
  options: FilterOptions,
) {
  return filtersInUse(filters)
    .map(({ name, without }) => ({
      name,
      without,
      shows: listings.filter((listing) =>
        passesFilters(listing, { ...filters, ...without }, options),
      ).length,
    }))
    .filter(({ shows }) => shows > 0)
    .sort((a, b) => b.shows - a.shows)
}

/** Nothing narrows, at no location. */
export const noFilters: TimetableFilters = {
  from: null,
  discipline: null,
  coach: null,
  level: null,
  location: null,
  q: null,
  time: null,
  kind: null,
  language: null,
  access: null,
  places: false,
  included: false,
}

/** How many filters narrow the list; where somebody is at is not one of them. */
export function countFilters({ from: _, location: _l, ...narrowing }: TimetableFilters): number {
  return Object.values(narrowing).filter(Boolean).length
}

/** The query of the timetable's URL; what is not set is left out. */
export function timetableQuery(filters: TimetableFilters, change: Partial<TimetableFilters> = {}) {
  const next = { ...filters, ...change }
  const { from, discipline, coach, level, location, q, time, kind, places, included } = next
  // Said aloud where it is given up: an address that is silent means where one was last.
  const given = filters.location === null ? undefined : allLocations
  return {
    from: from ?? undefined,
    discipline: discipline ?? undefined,
    coach: coach ?? undefined,
    level: level ?? undefined,
    location: location ?? given,
    q: q ?? undefined,
    time: time ?? undefined,
    kind: kind ?? undefined,
    language: next.language ?? undefined,
    access: next.access ?? undefined,
    places: places ? '1' : undefined,
    included: included ? '1' : undefined,
  }
}

/** I hold a place. */
export function isSeated({ availability }: ClassListing): boolean {
  return (
    availability.kind === 'booked' ||
    availability.kind === 'checked_in' ||
    availability.kind === 'running'
  )
}

/** I hold a place or wait for one. */
export function isMine(listing: ClassListing): boolean {
  return isSeated(listing) || ['waiting', 'offered'].includes(listing.availability.kind)
}

function hasPlaces({ availability, placesLeft }: ClassListing): boolean {
  if (availability.kind === 'refused')
    return placesLeft > 0 && !['started', 'closed', 'not_found'].includes(availability.reason)
  return placesLeft > 0 && ['bookable', 'sign_in', 'tickets'].includes(availability.kind)
}

function isIncluded({ availability }: ClassListing): boolean {
  return (
    (availability.kind === 'bookable' || availability.kind === 'waitlist') &&
    availability.pays.kind === 'membership'
  )
}
