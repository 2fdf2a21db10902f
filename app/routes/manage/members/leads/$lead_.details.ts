import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { tidyTimes } from '#app/domain/leads/capture/form-definition.ts'
import { changeLead } from '#app/domain/leads/change-leads.server.ts'
import { leadDetailsForm } from '#app/domain/leads/lead-forms.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'leads:read')
  return redirect(paths.manageLead(ctx.studio, params.lead ?? ''), 303)
}

/** Changes what is known of a lead: 303 to it. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'leads:write')
  const leadId = params.lead ?? ''
  const page = paths.manageLead(ctx.studio, leadId)
  const submission = await parseForm(request, leadDetailsForm)
  if (submission.status !== 'success')
    throw refusalPage('not_saved', 'Something is too long, or no source is chosen.', page)
  const { times, version: _, ...details } = submission.value
  if (!(await changeLead(ctx, leadId, { ...details, preferredTimes: tidyTimes(times) })))
    throw notFound()
  return redirectWithFlash(app, page, 'Saved.')
}
