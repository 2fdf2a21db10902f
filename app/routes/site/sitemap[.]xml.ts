import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { featureOff } from '#app/domain/scope/features.ts'
import {
  findSlugInitials,
  type ListedStudio,
  listedStudios,
} from '#app/domain/studios/listed-studios.server.ts'
import { notFound } from '#app/http/guards.server.ts'
import type { RequestContext } from '#app/http/request-context.server.ts'
import { paths } from '#app/paths.ts'

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const named = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/**
 * The pages of listed studios for search engines: a list of lists, one for each first letter, so
 * that none grows with all of them.
 */
export async function loader({ context: { app } }: LoaderFunctionArgs) {
  const first = app.url.searchParams.get('first')
  if (first === null) return xml(await listOfLists(app))
  if (!/^[a-z0-9]$/.test(first)) throw notFound()
  return xml(studiosOf(app, first))
}

async function listOfLists(app: RequestContext): Promise<string> {
  const initials = await findSlugInitials(app.directory)
  const own = initials.map(
    (first) => `<sitemap><loc>${app.origin}${paths.sitemap({ first })}</loc></sitemap>`,
  )
  return `${head}<sitemapindex ${named}>${own.join('')}</sitemapindex>`
}

/** Written as it is read, a portion at a time. */
function studiosOf(app: RequestContext, first: string): ReadableStream {
  const encoder = new TextEncoder()
  const portions = listedStudios(app.directory, first)
  return new ReadableStream({
    start: (out) => out.enqueue(encoder.encode(`${head}<urlset ${named}>`)),
    async pull(out) {
      const { value, done } = await portions.next()
      if (done) {
        out.enqueue(encoder.encode('</urlset>'))
        return out.close()
      }
      out.enqueue(encoder.encode(value.map((studio) => pagesOf(app, studio)).join('')))
    },
  })
}

const pagesOf = (app: RequestContext, { locations, ...studio }: ListedStudio) =>
  [
    ...[paths.home, paths.timetable, paths.programs, paths.prices]
      .map((path) => path(studio))
      .filter((path) => !featureOff(studio, path)),
    ...locations.map((id) => paths.location(studio, id)),
  ]
    .map((path) => `<url><loc>${app.origin}${path}</loc></url>`)
    .join('')

const xml = (body: BodyInit) =>
  new Response(body, {
    headers: {
      'Content-Type': 'application/xml; charset=utf-8',
      'Cache-Control': 'public, max-age=3600',
    },
  })
