import { json, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { requirePermission } from '#app/http/guards.server.ts'
import { foundGroups } from './find/found.server.ts'

/** So many are proposed; the page has the rest. */
const most = 10

/** What was typed so far leads to, for the box at the top of the desk; `id` is where it leads. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'people:read')
  const q = (app.url.searchParams.get('q') ?? '').slice(0, 80)
  const groups = await foundGroups(ctx, q)
  const people = groups.flatMap(({ places }) =>
    places.map(({ name, note, path }) => ({ id: path, name, note })),
  )
  const seen = new Set<string>()
  const once = people.filter(({ id }) => !seen.has(id) && seen.add(id))
  return json({ people: once.slice(0, most) })
}
