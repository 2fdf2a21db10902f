import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { contactForm } from '#app/domain/leads/lead-forms.ts'
import { logContact } from '#app/domain/leads/log-contact.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'leads:read')
  return redirect(paths.manageLead(ctx.studio, params.lead ?? ''), 303)
}

/** Logs a call, a text, an email or a note: 303 to the lead. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'leads:write')
  const leadId = params.lead ?? ''
  const page = paths.manageLead(ctx.studio, leadId)
  const submission = await parseForm(request, contactForm)
  if (submission.status !== 'success')
    throw refusalPage('not_logged', 'Choose what it was, and use at most 2,000 characters.', page)
  if (!(await logContact(ctx, leadId, submission.value))) throw notFound()
  return redirectWithFlash(app, page, 'Logged.')
}
