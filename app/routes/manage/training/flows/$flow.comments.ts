import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { commentOnFlow } from '#app/domain/flows/library/comment-on-flow.server.ts'
import { flowCommentForm } from '#app/domain/flows/library/flow-forms.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'

const done = { add: 'Comment added.', settle: 'Settled.', reopen: 'Open again.' } as const

/** Says something about a flow, settles it or opens it again: 303 to the flow. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:write')
  const occurrence = app.url.searchParams.get('class')
  const path = paths.manageFlow(
    ctx.studio,
    params.flow ?? '',
    occurrence ? { class: occurrence } : {},
  )
  const submission = await parseForm(request, flowCommentForm)
  if (submission.status !== 'success')
    return redirectWithFlash(app, path, 'Write at most 1,000 characters.', 'warn')
  if (submission.value.act === 'add' && submission.value.text === '')
    return redirectWithFlash(app, path, 'Write a comment first.', 'warn')
  if (!(await commentOnFlow(ctx, params.flow ?? '', submission.value))) throw notFound()
  return redirectWithFlash(app, path, done[submission.value.act])
}

/** Where the form stands: for anyone who comes back from signing in. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'training:write')
  return redirect(paths.manageFlow(ctx.studio, params.flow ?? ''), 303)
}
