import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { moveLevelForm } from '#app/domain/progression/ladder-form.ts'
import { findLadder } from '#app/domain/progression/ladder-queries.server.ts'
import { moveLevel } from '#app/domain/progression/move-level.server.ts'
import { moveRefusal } from '#app/domain/progression/progress-words.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
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

/** Moves a level one up or down: 303 to the list, 422 with why it stays. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'ladders:write')
  const submission = await parseForm(request, moveLevelForm)
  if (submission.status !== 'success') throw notFound()
  const { level, way } = submission.value
  const result = await moveLevel(ctx, params.ladder ?? '', level, way)
  const list = paths.manageLadders(ctx.studio)
  if (result.ok) return redirectWithFlash(app, list, 'Moved.')
  if (result.reason === 'not_found') throw notFound()
  throw refusalPage(result.reason, moveRefusal(result), list)
}
