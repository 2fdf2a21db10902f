import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { findLadder } from '#app/domain/progression/ladder-queries.server.ts'
import { removeRefusal } from '#app/domain/progression/progress-words.ts'
import { removeLevel } from '#app/domain/progression/save-level.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'

/** There is nothing to see here: the list has the button. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'ladders:write')
  const ladder = await findLadder(ctx, params.ladder ?? '')
  if (!ladder?.levels.some(({ id }) => id === params.level)) throw notFound()
  return redirect(paths.manageLadders(ctx.studio), 303)
}

/** Takes a level off its ladder that nobody holds: 303 to the list, 422 with why not. */
export async function action({ context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'ladders:write')
  const [ladderId, levelId] = [params.ladder ?? '', params.level ?? '']
  const result = await removeLevel(ctx, ladderId, levelId)
  if (result.ok) {
    return redirectWithFlash(app, paths.manageLadders(ctx.studio), 'The level is removed.')
  }
  if (result.reason === 'not_found') throw notFound()
  const back = paths.manageLevel(ctx.studio, ladderId, levelId)
  throw refusalPage(result.reason, removeRefusal(result), back)
}
