import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { copyWeek } from '#app/domain/staffing/rota/save-shift.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { count } from '#app/values/wording.ts'
import { weekAsked } from './rota-parts/week-asked.server.ts'

/** There is nothing to see here: the week has the button. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'staff:write')
  return redirect(paths.manageRota(ctx.studio, { week: weekAsked(ctx, app.url) }), 303)
}

/** Copies the shifts of the week before: 303 back to the week. */
export async function action({ context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'staff:write')
  const week = weekAsked(ctx, app.url)
  const back = paths.manageRota(ctx.studio, { week })
  const copied = await copyWeek(ctx, week)
  if (copied === 0) throw refusalPage('copied', 'They are copied already.', back)
  return redirectWithFlash(app, back, `${count(copied, 'shift')} copied. Publish to tell people.`)
}
