import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { commentOnFlow } from '#app/domain/flows/library/comment-on-flow.server.ts'
import { flowCommentForm } from '#app/domain/flows/library/flow-forms.ts'
import { hasFlow } from '#app/domain/flows/library/flow-queries.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'

const done = { add: 'Comment added.', settle: 'Settled.', reopen: 'Open again.' } as const

/** Says something about a flow, settles it or opens it again: 303 to the flow. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:write')
  const flowId = params.flow ?? ''
  const occurrence = app.url.searchParams.get('class')
  const path = paths.manageFlow(ctx.studio, flowId, occurrence ? { class: occurrence } : {})
  const refuse = async (sentence: string) => {
    if (!(await hasFlow(ctx, ctx.actor, flowId))) throw notFound()
    throw refusalPage('text', sentence, path)
  }
  const submission = await parseForm(request, flowCommentForm)
  if (submission.status !== 'success') return refuse('Write at most 1,000 characters.')
  if (submission.value.act === 'add' && submission.value.text === '')
    return refuse('Write a comment first.')
  if (!(await commentOnFlow(ctx, flowId, submission.value))) throw notFound()
  return redirectWithFlash(app, path, done[submission.value.act])
}

/** Where the form stands: for anyone who comes back from signing in. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'training:write')
  return redirect(paths.manageFlow(ctx.studio, params.flow ?? ''), 303)
}
