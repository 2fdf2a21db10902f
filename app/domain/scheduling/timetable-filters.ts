/** The filters of the timetable as its URL has them. A bad value falls back to none, never to an error. */
import { addDays, isLocalDate, type LocalDate } from '#app/values/zone.ts'
import type { ClassListing } from './class-listing.ts'

export type TimetableFilters = {
  /** First of the seven days; null is today. */
  from: LocalDate | null
  discipline: string | null
  coach: string | null
  /** A level's id, or `open` for classes that ask for none. */
  level: string | null
  /** Only classes with places. */
  places: boolean
  /** Only classes a membership of mine pays for. */
  included: boolean
}

export type FilterOption = { id: string; name: string }
export type FilterOptions = { disciplines: FilterOption[]; coaches: FilterOption[]; levels: FilterOption[] }

/** A timetable reaches this many days to either side of today. */
const reach = 366

export function parseTimetableFilters(search: URLSearchParams, today: LocalDate): TimetableFilters {
  const from = search.get('from') ?? ''
  const near = isLocalDate(from) && from >= addDays(today, -reach) && from <= addDays(today, reach)
  return {
    from: near && from !== today ? from : null,
    discipline: idOrNull(search.get('discipline')),
    coach: idOrNull(search.get('coach')),
    level: idOrNull(search.get('level')),
    places: search.get('places') === '1',
    included: search.get('included') === '1',
  }
}

/** Filters without those that name nothing of this studio. */
export function knownFilters(filters: TimetableFilters, options: FilterOptions): TimetableFilters {
  const known = (id: string | null, among: FilterOption[]) => (among.some((option) => option.id === id) ? id : null)
  return {
    ...filters,
    discipline: known(filters.discipline, options.disciplines),
    coach: known(filters.coach, options.coaches),
    level: filters.level === 'open' ? 'open' : known(filters.level, options.levels),
  }
}

/** Whether a class passes; a class of mine passes the two filters that are about booking. */
export function passesFilters(listing: ClassListing, filters: TimetableFilters): boolean {
  const { discipline, coach, level, places, included } = filters
  if (discipline !== null && listing.disciplineId !== discipline) return false
  if (coach !== null && listing.coachId !== coach) return false
  if (level !== null && (listing.minimumLevel?.id ?? 'open') !== level) return false
  if (isMine(listing)) return true
  if (places && !hasPlaces(listing)) return false
  return !included || isIncluded(listing)
}

/** How many filters narrow the list. */
export function countFilters({ from: _, ...narrowing }: TimetableFilters): number {
  return Object.values(narrowing).filter(Boolean).length
}

/** The query of the timetable's URL; what is not set is left out. */
export function timetableQuery(filters: TimetableFilters, change: Partial<TimetableFilters> = {}) {
  const { from, discipline, coach, level, places, included } = { ...filters, ...change }
  return {
    from: from ?? undefined,
    discipline: discipline ?? undefined,
    coach: coach ?? undefined,
    level: level ?? undefined,
    places: places ? '1' : undefined,
    included: included ? '1' : undefined,
  }
}

/** I hold a place. */
export function isSeated({ standing }: ClassListing): boolean {
  return standing.kind === 'booked' || standing.kind === 'checked_in' || standing.kind === 'running'
}

/** I hold a place or wait for one. */
export function isMine(listing: ClassListing): boolean {
  return isSeated(listing) || listing.standing.kind === 'waiting'
}

function hasPlaces({ standing, placesLeft }: ClassListing): boolean {
  if (standing.kind === 'refused')
    return placesLeft > 0 && !['started', 'closed', 'not_found'].includes(standing.reason)
  return placesLeft > 0 && (standing.kind === 'bookable' || standing.kind === 'sign_in')
}

function isIncluded({ standing }: ClassListing): boolean {
  return (standing.kind === 'bookable' || standing.kind === 'waitlist') && standing.pays.kind === 'membership'
}

const idOrNull = (text: string | null) => (text && /^[\w-]{1,40}$/.test(text) ? text : null)
