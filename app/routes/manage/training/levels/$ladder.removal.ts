import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { findLadder } from '#app/domain/progression/ladder-queries.server.ts'
import { removeLadder } from '#app/domain/progression/save-ladder.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'

/** There is nothing to see here: the list has the button. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'ladders:write')
  const ladder = await findLadder(ctx, params.ladder ?? '')
  if (!ladder) throw notFound()
  return redirect(paths.manageLadders(ctx.studio), 303)
}

/** Takes an empty ladder away: 303 to the list. */
export async function action({ context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'ladders:write')
  const list = paths.manageLadders(ctx.studio)
  const result = await removeLadder(ctx, params.ladder ?? '')
  if (result.ok) return redirectWithFlash(app, list, 'The ladder is removed.')
  if (result.reason === 'not_found') throw notFound()
  throw refusalPage(result.reason, 'It has levels. Remove those first.', list)
}
