import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { publishRota } from '#app/domain/staffing/rota/publish-rota.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
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

/** Publishes the week: 303 back to it, with how many were told. */
export async function action({ context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'staff:write')
  const week = weekAsked(ctx, app.url)
  const back = paths.manageRota(ctx.studio, { week })
  const result = await publishRota(ctx, week)
  deliverSoon(app, ctx.db)
  if (!result.ok)
    throw refusalPage('changed', 'The rota changed meanwhile. Look again, then publish.', back)
  return redirectWithFlash(app, back, `Published. ${count(result.told, 'person', 'people')} told.`)
}
