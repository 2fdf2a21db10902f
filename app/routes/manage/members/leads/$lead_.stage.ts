import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { moveForm } from '#app/domain/leads/lead-forms.ts'
import { leadSentences } from '#app/domain/leads/lead-refusals.ts'
import { moveLead } from '#app/domain/leads/move-lead.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { ownPath } from '#app/paths/own-path.ts'
import { paths } from '#app/paths.ts'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'leads:read')
  return redirect(paths.manageLead(ctx.studio, params.lead ?? ''), 303)
}

/** Moves a lead to a stage: 303 to where it was done, or why not. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'leads:write')
  const leadId = params.lead ?? ''
  const page = paths.manageLead(ctx.studio, leadId)
  const submission = await parseForm(request, moveForm)
  if (submission.status !== 'success') throw refusalPage('no_stage', leadSentences.no_stage, page)
  const { stageId, reason = '', back } = submission.value
  const result = await moveLead(ctx, leadId, { stageId, reason })
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    throw refusalPage(result.reason, leadSentences[result.reason], page)
  }
  const text =
    result.stage.kind === 'won' ? 'Won. They’re a member now.' : `Moved to ${result.stage.name}.`
  return redirectWithFlash(app, ownPath(back ?? '') ?? page, text)
}
