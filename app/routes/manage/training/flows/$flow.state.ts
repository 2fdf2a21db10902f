import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { flowStateForm } from '#app/domain/flows/library/flow-forms.ts'
import { hasFlow } from '#app/domain/flows/library/flow-queries.server.ts'
import { setFlowState } from '#app/domain/flows/library/set-flow-state.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'

const done = {
  share: 'Shared with coaches.',
  draft: 'Your draft again. Other coaches don’t see it.',
  archive: 'Archived. Where it was taught it stays.',
  restore: 'Restored and shared with coaches.',
} as const

const refusals = {
  in_classes: 'Coming classes are taught from this flow. Take it off them first.',
  not_yours: 'Only the author of a flow can make it a draft.',
} as const

/** Shares a flow, makes it a draft, archives or restores it: 303 to it with what happened. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:write')
  const submission = await parseForm(request, flowStateForm)
  const flowId = params.flow ?? ''
  const path = paths.manageFlow(ctx.studio, flowId)
  if (submission.status !== 'success') {
    if (!(await hasFlow(ctx, ctx.actor, flowId))) throw notFound()
    throw refusalPage('changed', 'Reload the page and try again.', path)
  }
  const result = await setFlowState(ctx, flowId, submission.value)
  if (result.ok) return redirectWithFlash(app, path, done[submission.value.act])
  if (result.reason === 'not_found') throw notFound()
  throw refusalPage(result.reason, refusals[result.reason], path)
}

/** Where the form stands: for anyone who comes back from signing in. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'training:write')
  return redirect(paths.manageFlow(ctx.studio, params.flow ?? ''), 303)
}
