import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { personCalendar } from '#app/domain/timetable/desk-calendar/calendar-queries.server.ts'
import { calendarAnswer } from '#app/http/calendar.server.ts'
import { notFound, viewStudio } from '#app/http/guards.server.ts'

/** A person's own feed: anyone who has the secret link reads it, without a session. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { ctx } = await viewStudio(context)
  const token = /^([0-9A-Za-z]{32})\.ics$/i.exec(params.feed ?? '')?.[1]
  const text = token ? await personCalendar(ctx, token) : null
  if (text === null) throw notFound()
  return calendarAnswer(request, ctx.studio.slug, text, { shared: false })
}
