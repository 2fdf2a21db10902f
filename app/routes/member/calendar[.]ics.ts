import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { studioCalendar } from '#app/domain/timetable/desk-calendar/calendar-queries.server.ts'
import { calendarAnswer } from '#app/http/calendar.server.ts'
import { notFound, viewStudio } from '#app/http/guards.server.ts'

/** The public feed of a studio: the same for everyone. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { ctx } = await viewStudio(context)
  if (ctx.studio.state !== 'open') throw notFound()
  return calendarAnswer(request, ctx.studio.slug, await studioCalendar(ctx), { shared: true })
}
