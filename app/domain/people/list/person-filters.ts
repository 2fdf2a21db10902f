/**
 * The filters of the people list: shared by the page, its count and its CSV. A word that is not
 * understood falls back.
 */
import * as z from 'zod'

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

export const lastVisits = ['week', 'month', 'before', 'never'] as const

export const personFilters = z.object({
  /** Name, e-mail, phone or tag. */
  q: z.string().trim().max(80).catch(''),
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
  sort: z.enum(personSorts).catch('name'),
  dir: z.enum(['up', 'down']).catch('up'),
})

export type PersonFilters = z.output<typeof personFilters>

/** The view of everyone, in the order they are listed in. */
export const noFilters: PersonFilters = personFilters.parse({})

/** The columns someone wants to see, and the filters to come back to. */
export const columnsForm = z.object({
  columns: z.array(z.string().max(20)).max(40).default([]),
  filters: z.string().max(600).default(''),
})
