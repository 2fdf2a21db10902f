/**
 * The filters of the people list: shared by the page, its count and its CSV. A word that is not
 * understood falls back.
 */
import * as z from 'zod'
import { searchText } from '#app/values/search-terms.ts'
import { ownText } from './own-filters.ts'

/**
 * What a person is to the studio now; derived from what they hold and held, never set by hand (but
 * the archive).
 */
export const personViews = [
  'members',
  'packs',
  'frozen',
  'past_due',
  'visitors',
  'past',
  'archived',
] as const
export type PersonView = (typeof personViews)[number]

export const personSorts = ['name', 'visit', 'joined'] as const
export type PersonSort = (typeof personSorts)[number]

const lastVisits = ['week', 'month', 'before', 'never'] as const

/** Under age, of age, or without a date of birth. */
export const ages = ['minors', 'adults', 'unknown'] as const

/** How far somebody is with signing in: not invited, invited and no answer, signs in. */
const accountStates = ['none', 'invited', 'has'] as const

const id = z
  .string()
  .regex(/^[\w-]{0,60}$/)
  .catch('')

export const personFilters = z.object({
  /** Name, e-mail, phone, tag or barcode. */
  q: searchText(80),
  view: z.enum(['', ...personViews]).catch(''),
  /** A plan's name, in any version. */
  plan: z.string().max(80).catch(''),
  tag: z.string().trim().toLowerCase().max(40).catch(''),
  visit: z.enum(['', ...lastVisits]).catch(''),
  /** Has credits left. */
  credits: z.literal('1').or(z.literal('')).catch(''),
  /** Has no class ahead. */
  unbooked: z.literal('1').or(z.literal('')).catch(''),
  /** A figure of the catalogue (`insights/people-metrics`): whom it counts. */
  figure: z
    .string()
    .regex(/^[a-z_]{0,40}$/)
    .catch(''),
  /** A rung they hold. */
  level: id,
  age: z.enum(['', ...ages]).catch(''),
  /** Has not signed what booking asks for. */
  waiver: z.literal('missing').or(z.literal('')).catch(''),
  /** Whether they sign in themselves: nobody asked them yet, invited without an answer, signs in. */
  account: z.enum(['', ...accountStates]).catch(''),
  /** The file that brought them: an import's id. */
  imported: id,
  /** Where one of their leads came from. */
  source: id,
  /** Whose link they came by, or `any`. */
  referrer: id,
  /** Their home location. */
  location: id,
  /** What they answered to the studio's own fields, as `ownText` writes it. */
  own: z.string().max(5_000).catch(''),
  sort: z.enum(personSorts).catch('name'),
  dir: z.enum(['up', 'down']).catch('up'),
})

export type PersonFilters = z.output<typeof personFilters>

/**
 * Filters as an address, a segment or a campaign keeps them, at most so many characters: more than
 * all of the list's own come to, written in signs that an address writes with nine.
 */
export const longestFilters = 12_000

/**
 * The filters of an address: of the list's own form, which has a control for each field of the
 * studio's own, or as they were kept.
 */
export const readFilters = (params: URLSearchParams): PersonFilters =>
  personFilters.parse({ ...Object.fromEntries(params), own: ownText(params) })

/** The view of everyone, in the order they are listed in. */
export const noFilters: PersonFilters = personFilters.parse({})

/** The columns someone wants to see, and the filters to come back to. */
export const columnsForm = z.object({
  columns: z.array(z.string().max(20)).max(40).default([]),
  filters: z.string().max(longestFilters).default(''),
})
