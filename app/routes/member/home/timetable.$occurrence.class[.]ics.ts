import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { classCalendar } from '#app/domain/timetable/desk-calendar/calendar-queries.server.ts'
import { calendarAnswer } from '#app/http/calendar.server.ts'
import { notFound, viewStudio } from '#app/http/guards.server.ts'

/** One class, to add to a calendar. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { ctx } = await viewStudio(context)
  const text = await classCalendar(ctx, params.occurrence ?? '')
  if (text === null) throw notFound()
  return calendarAnswer(request, 'class', text, { shared: true })
}
