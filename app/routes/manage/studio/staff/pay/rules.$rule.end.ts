import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { endPayRule } from '#app/domain/staff-pay/save-pay-rule.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'

/** There is nothing to see here: the rule's page has the button. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'pay:write')
  return redirect(paths.managePayRule(ctx.studio, params.rule ?? ''), 303)
}

/** Ends a rule: 303 to the others. */
export async function action({ context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'pay:write')
  if (!(await endPayRule(ctx, params.rule ?? ''))) throw notFound()
  return redirectWithFlash(
    app,
    paths.managePayRules(ctx.studio),
    'The rule has ended. What it priced stays.',
  )
}
