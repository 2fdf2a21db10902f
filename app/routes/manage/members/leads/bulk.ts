import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { changeLeads } from '#app/domain/leads/change-leads.server.ts'
import { bulkLeadsForm } from '#app/domain/leads/lead-forms.ts'
import { leadSentences } from '#app/domain/leads/lead-refusals.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { count } from '#app/values/wording.ts'

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'leads:read')
  return redirect(paths.manageLeads(ctx.studio, { as: 'table' }), 303)
}

const done = { assign: 'assigned', tag: 'tagged', lose: 'marked as lost' }

/** Assigns, tags or loses the leads that were chosen: 303 to the table with how many. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'leads:write')
  const back = paths.manageLeads(ctx.studio, { as: 'table' })
  const submission = await parseForm(request, bulkLeadsForm)
  if (submission.status !== 'success')
    throw refusalPage('not_changed', 'Choose leads, and who, which tag or why.', back)
  const { l, ...change } = submission.value
  if (l.length === 0) throw refusalPage('nobody', 'Choose at least one lead.', back)
  const result = await changeLeads(ctx, l, change)
  if (!result.ok) throw refusalPage(result.reason, leadSentences[result.reason], back)
  const left = result.same > 0 ? ` ${count(result.same, 'lead')} left as it was.` : ''
  return redirectWithFlash(
    app,
    back,
    `${count(result.changed, 'lead')} ${done[change.act]}.${left}`,
  )
}
