import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { copyFlow } from '#app/domain/flows/library/add-flow.server.ts'
import { copyFlowForm } from '#app/domain/flows/library/flow-forms.ts'
import { hasFlow } from '#app/domain/flows/library/flow-queries.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'

/** Copies a flow as the account's own draft: 303 to the copy. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:write')
  const submission = await parseForm(request, copyFlowForm)
  const flowId = params.flow ?? ''
  if (submission.status !== 'success') {
    if (!(await hasFlow(ctx, ctx.actor, flowId))) throw notFound()
    const text = 'Reload the page and try again.'
    throw refusalPage('changed', text, paths.manageFlow(ctx.studio, flowId))
  }
  const { key } = submission.value
  if (!(await copyFlow(ctx, flowId, key))) throw notFound()
  return redirectWithFlash(
    app,
    paths.manageFlow(ctx.studio, key),
    'Copied. The copy is your draft; the other one stays as it is.',
  )
}

/** Where the form stands: for anyone who comes back from signing in. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'training:write')
  return redirect(paths.manageFlow(ctx.studio, params.flow ?? ''), 303)
}
