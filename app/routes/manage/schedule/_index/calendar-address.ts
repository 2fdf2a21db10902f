import type { CalendarFilters } from '#app/domain/timetable/desk-calendar/calendar-filters.ts'
import { paths } from '#app/paths.ts'

/**
 * The address of what the calendar shows; what is as always is left out, so that one page has one
 * address.
 */
export const calendarAddress = (studio: { slug: string }, { view, by, ...rest }: CalendarFilters) =>
  paths.manageSchedule(studio, {
    view: view === 'week' ? '' : view,
    by: by === 'room' ? '' : by,
    ...rest,
  })
