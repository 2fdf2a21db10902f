import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { discardDraft } from '#app/domain/billing/drafts/change-draft.server.ts'
import { draftPage } from '#app/domain/sales/invoices/draft-page.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'

/** There is nothing to see here: the draft has the button. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'invoices:write')
  if (!(await draftPage(ctx, params.draft ?? ''))) throw notFound()
  return redirect(paths.manageDraft(ctx.studio, params.draft ?? ''), 303)
}

/** Throws a draft away: 303 to the others. */
export async function action({ context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'invoices:write')
  const draftId = params.draft ?? ''
  if (!(await draftPage(ctx, draftId))) throw notFound()
  await discardDraft(ctx, draftId)
  return redirectWithFlash(app, paths.manageDrafts(ctx.studio), 'Thrown away. Nobody owes it.')
}
