import { json, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { iconCatalogue } from '#app/http/icons.server.ts'
import { findIcons } from '#app/values/icon.ts'

/** Longer texts are no label of anything. */
const longest = 60

/**
 * What the icon picker shows for a typed text (`?q=`): the same for everyone, so it may be kept.
 */
export async function loader({ context: { app } }: LoaderFunctionArgs) {
  const catalogue = await iconCatalogue(app.env)
  const found = findIcons(catalogue, (app.url.searchParams.get('q') ?? '').slice(0, longest))
  return json(found, { headers: { 'Cache-Control': 'public, max-age=3600' } })
}
