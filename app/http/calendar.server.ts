import { createHash } from 'node:crypto'
import { calendarSeconds } from '#app/domain/timetable/calendar-file.ts'

/**
 * Answers an iCalendar file called `name`.ics; 304 where the asker already has it. A secret link's
 * file is kept by the program that asked alone.
 */
export function calendarAnswer(
  request: Request,
  name: string,
  text: string,
  { shared }: { shared: boolean },
) {
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
  const headers = {
    ETag: tag,
    'Cache-Control': `${shared ? 'public' : 'private'}, max-age=${calendarSeconds}`,
    // A feed is no page: search engines that come across a link leave it out.
    'X-Robots-Tag': 'noindex',
  }
  const known = (request.headers.get('If-None-Match') ?? '')
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
  if (known.includes(tag)) return new Response(null, { status: 304, headers })
  return new Response(text, {
    headers: {
      ...headers,
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': `inline; filename="${name.replace(/[^\w-]/g, '')}.ics"`,
    },
  })
}
