import { json, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { suggestPeople } from '#app/domain/people/list/suggest-people.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'

/** Who is meant by what was typed so far, for the boxes that find people. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'people:read')
  const q = (app.url.searchParams.get('q') ?? '').slice(0, 80)
  return json({ people: await suggestPeople(ctx, q) })
}
