import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { hasPlan } from '#app/domain/entitlements/offers/plans-page.server.ts'
import { archivePlan } from '#app/domain/entitlements/offers/save-plan.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'

/** There is nothing to see here: plans are on their list. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'offers:write')
  if (!(await hasPlan(ctx, params.plan ?? ''))) throw notFound()
  return redirect(paths.managePlans(ctx.studio), 303)
}

/** Takes a plan off sale, 303 to the list. */
export async function action({ context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'offers:write')
  const result = await archivePlan(ctx, params.plan ?? '')
  if (!result.ok) throw notFound()
  const text = `${result.name} is off sale. Who has it keeps it.`
  return redirectWithFlash(app, paths.managePlans(ctx.studio), text)
}
