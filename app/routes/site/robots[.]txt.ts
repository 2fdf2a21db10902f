import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { paths } from '#app/paths.ts'

/** What is somebody's own, or a step of an act; the studios' pages say themselves what is public. */
const closed = ['/account', '/auth/', '/rest/', '/sign-in', '/welcome/', '/*/manage', '/*/portal']

/** What search engines are asked to leave alone, and where they find the rest. */
export function loader({ context: { app } }: LoaderFunctionArgs) {
  const lines = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    `Sitemap: ${app.origin}${paths.sitemap()}`,
  ]
  return new Response(`${lines.join('\n')}\n`, {
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'public, max-age=3600',
    },
  })
}
