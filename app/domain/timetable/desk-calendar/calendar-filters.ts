/** What the desk's calendar shows. A word that is not understood falls back. */
import * as z from 'zod'
import { isLocalDate } from '#app/values/zone.ts'

const calendarViews = ['day', 'week', 'month'] as const
const calendarKinds = ['class', 'course', 'workshop', 'event', 'appointment'] as const

export const calendarFilters = z.object({
  view: z.enum(calendarViews).catch('week'),
  /** A date of what is shown; empty is today. */
  on: z.string().refine(isLocalDate).or(z.literal('')).catch(''),
  /** The columns of a day. */
  by: z.enum(['room', 'staff']).catch('room'),
  kind: z.enum(calendarKinds).or(z.literal('')).catch(''),
  coach: z.string().max(40).catch(''),
  room: z.string().max(40).catch(''),
  location: z.string().max(40).catch(''),
})

export type CalendarFilters = z.output<typeof calendarFilters>
