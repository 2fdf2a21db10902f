/** What the desk's calendar shows. A word that is not understood falls back. */
import { z } from 'zod'
import { isLocalDate } from '#app/values/zone.ts'

export const calendarViews = ['day', 'week', 'month'] as const
export const calendarKinds = ['class', 'course', 'workshop', 'event', 'appointment'] as const

/** A date that a calendar can show with the days around it: of this or the next century. */
export const isCalendarDate = (text: string) => isLocalDate(text) && text >= '2000-01-01' && text < '2200-01-01'

export const calendarFilters = z.object({
  view: z.enum(calendarViews).catch('week'),
  /** A date of what is shown; empty is today. */
  on: z.string().refine(isCalendarDate).or(z.literal('')).catch(''),
  /** The columns of a day. */
  by: z.enum(['room', 'staff']).catch('room'),
  kind: z.enum(calendarKinds).or(z.literal('')).catch(''),
  coach: z.string().max(40).catch(''),
  room: z.string().max(40).catch(''),
  location: z.string().max(40).catch(''),
})

export type CalendarFilters = z.output<typeof calendarFilters>
