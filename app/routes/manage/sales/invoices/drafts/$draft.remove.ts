import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { removeDraftLine } from '#app/domain/billing/drafts/change-draft.server.ts'
import { removeLineForm } from '#app/domain/billing/drafts/draft-forms.ts'
import { draftPage } from '#app/domain/sales/invoices/draft-page.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { draftRefusal } from './draft-parts/draft-changes.server.ts'

/** There is nothing to see here: the page of the line has the button. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'invoices:write')
  if (!(await draftPage(ctx, params.draft ?? ''))) throw notFound()
  return redirect(paths.manageDraft(ctx.studio, params.draft ?? ''), 303)
}

/** Takes a line off the draft: 303 to it. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'invoices:write')
  const draftId = params.draft ?? ''
  const submission = await parseForm(request, removeLineForm)
  if (submission.status !== 'success') throw notFound()
  const { version, line } = submission.value
  const result = await removeDraftLine(ctx, draftId, { version, lineId: line })
  if (!result.ok && result.reason === 'not_found') throw notFound()
  const draft = paths.manageDraft(ctx.studio, draftId)
  if (!result.ok) throw refusalPage(result.reason, draftRefusal(result), draft)
  return redirectWithFlash(app, draft, 'Line removed.')
}
