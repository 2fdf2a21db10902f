/**
 * The filters of the public class finder as its URL has them. A bad value falls back to none, never
 * to an error.
 */
import * as z from 'zod'
import { dayPartStarts } from '#app/values/day-part.ts'
import { isLocalDate } from '#app/values/zone.ts'

const { morning, afternoon, evening } = dayPartStarts

/** Local starts from and before which a class counts to a part of the day. */
export const dayParts = {
  morning: [morning, afternoon],
  afternoon: [afternoon, evening],
  evening: [evening, '24:00'],
} as const

/** From this price on nothing is limited: it is the end of the finder's scale. */
export const priceEnd = 60

const text = z.string().trim().max(80).catch('')

export const publicClassFilters = z.object({
  discipline: text,
  town: text,
  /** A date on the studio's wall. */
  day: text.transform((day) => (isLocalDate(day) ? day : '')),
  time: z.enum(['morning', 'afternoon', 'evening', '']).catch(''),
  /** Only classes that ask for no level. */
  open: z.literal('1').or(z.literal('')).catch(''),
  /** Drop-in price at most, in whole units of the studio's currency. */
  price: text.transform((price) =>
    /^\d{1,5}$/.test(price) && Number(price) < priceEnd ? price : '',
  ),
  /** Only classes with places, as last seen. */
  places: z.literal('1').or(z.literal('')).catch(''),
  /** Where the page before ended: instant and id of its last class. */
  after: text.transform((after) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ_[0-9A-Za-z]{1,20}$/.test(after) ? after : '',
  ),
})

export type PublicClassFilters = z.output<typeof publicClassFilters>

/** How many filters narrow the list. */
export const countPublicFilters = ({ after: _, ...narrowing }: PublicClassFilters) =>
  Object.values(narrowing).filter(Boolean).length
