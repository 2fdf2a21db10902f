import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { leadSentences } from '#app/domain/leads/lead-refusals.ts'
import { moveLeadToKind } from '#app/domain/leads/move-lead.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'leads:read')
  return redirect(paths.manageLead(ctx.studio, params.lead ?? ''), 303)
}

/** Makes a member of a lead, with its notes and consents: 303 to their profile. */
export async function action({ context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'leads:write')
  const leadId = params.lead ?? ''
  const result = await moveLeadToKind(ctx, leadId, 'won')
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    throw refusalPage(
      result.reason,
      leadSentences[result.reason],
      paths.manageLead(ctx.studio, leadId),
    )
  }
  const text = 'They’re a member now. Add a membership or a package.'
  return redirectWithFlash(app, paths.managePerson(ctx.studio, result.personId), text)
}
