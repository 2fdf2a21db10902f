/**
 * The filters of the library as its URLs have them. A bad value falls back to none, never to an
 * error.
 */
import { exerciseStates, logTypes } from '#app/db/studio/training-words.ts'
import {
  bodyParts,
  categories,
  equipment,
  forces,
  levels,
  mechanics,
  muscles,
  sidesTrained,
} from './exercise-vocabulary.ts'

export type ExerciseFilters = {
  q: string
  discipline: string
  equipment: string
  body: string
  level: string
  category: string
  force: string
  mechanic: string
  side: string
  /** `1`: only what is taught in a class of this week. */
  week: string
  /** `list`: rows in place of cards. */
  view: string
  /** `1`: only what the person keeps among their favourites. */
  mine: string
}

/** What members' lists do not offer. */
export type LibraryFilters = ExerciseFilters & {
  state: string
  muscle: string
  log: string
  /** Only exercises without a photo. */
  bare: boolean
}

/** The facets that members choose from, in the order of the form. */
export const facetNames = [
  'discipline',
  'equipment',
  'body',
  'level',
  'category',
  'force',
  'mechanic',
  'side',
] as const
export type FacetName = (typeof facetNames)[number]

const among = (value: string | null, words: readonly string[]) =>
  value && words.includes(value) ? value : ''

/** Reads the members' filters. */
export function parseExerciseFilters(search: URLSearchParams): ExerciseFilters {
  const discipline = search.get('discipline') ?? ''
  return {
    q: (search.get('q') ?? '').trim().slice(0, 80),
    discipline: /^[\w-]{1,40}$/.test(discipline) ? discipline : '',
    equipment: among(search.get('equipment'), equipment),
    body: among(search.get('body'), bodyParts),
    level: among(search.get('level'), levels),
    category: among(search.get('category'), categories),
    force: among(search.get('force'), forces),
    mechanic: among(search.get('mechanic'), mechanics),
    side: among(search.get('side'), sidesTrained),
    week: among(search.get('week'), ['1']),
    view: among(search.get('view'), ['list']),
    mine: among(search.get('mine'), ['1']),
  }
}

/** Reads the staff's filters. */
export function parseLibraryFilters(search: URLSearchParams): LibraryFilters {
  return {
    ...parseExerciseFilters(search),
    state: among(search.get('state'), exerciseStates),
    muscle: among(search.get('muscle'), muscles),
    log: among(search.get('log'), logTypes),
    bare: search.get('bare') === '1',
  }
}

/** Reads `?page=`, from 1. */
export function parsePage(search: URLSearchParams): number {
  const page = Number(search.get('page'))
  return Number.isInteger(page) && page >= 1 && page <= 1_000 ? page : 1
}

/** How many facets narrow the list; the search is not one. */
export const countFacets = (filters: ExerciseFilters) =>
  facetNames.filter((name) => filters[name]).length

/** The query of the encyclopedia's URL; what is not set is left out. */
export function exerciseQuery(
  filters: ExerciseFilters,
  change: Partial<ExerciseFilters> & { page?: number } = {},
): Record<string, string | number | undefined> {
  const { page, ...set } = { ...filters, ...change }
  const query: Record<string, string | number | undefined> = {}
  for (const [name, value] of Object.entries(set)) if (value) query[name] = value
  if (page && page > 1) query.page = page
  return query
}
