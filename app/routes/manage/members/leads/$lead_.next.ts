import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import * as z from 'zod'
import { nextForm } from '#app/domain/leads/lead-forms.ts'
import { finishNext, planNext } from '#app/domain/leads/log-contact.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parsePosted, readPosted } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { instantOf } from '#app/values/zone.ts'

const doneForm = z.object({ done: z.literal('1') })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'leads:read')
  return redirect(paths.manageLead(ctx.studio, params.lead ?? ''), 303)
}

/** Plans what is next with a lead, or says that it is done: 303 to the lead. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'leads:write')
  const leadId = params.lead ?? ''
  const page = paths.manageLead(ctx.studio, leadId)
  const posted = await readPosted(request)
  if (parsePosted(posted, doneForm).status === 'success') {
    if (!(await finishNext(ctx, leadId))) throw notFound()
    return redirectWithFlash(app, page, 'Done.')
  }
  const submission = parsePosted(posted, nextForm)
  if (submission.status !== 'success')
    throw refusalPage('not_planned', 'Choose what is next, a day and a time.', page)
  const { key, action: what, on, at, note } = submission.value
  const plan = { key, action: what, note, at: instantOf(`${on}T${at}`, ctx.studio.timeZone) }
  if (!(await planNext(ctx, leadId, plan))) throw notFound()
  return redirectWithFlash(app, page, 'Planned.')
}
