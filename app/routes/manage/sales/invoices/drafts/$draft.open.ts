import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { draftActForm } from '#app/domain/billing/drafts/draft-forms.ts'
import { openDraft } from '#app/domain/billing/drafts/open-draft.server.ts'
import { draftPage } from '#app/domain/sales/invoices/draft-page.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'

/** There is nothing to see here: the draft shows the invoice it would be. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'invoices:write')
  if (!(await draftPage(ctx, params.draft ?? ''))) throw notFound()
  return redirect(paths.manageDraft(ctx.studio, params.draft ?? ''), 303)
}

const refusals = {
  changed: 'This draft changed since you opened the page. Check it and open it again.',
  nothing_to_pay: 'Nothing is to pay on it. Add a line, or take less off.',
  due_before: 'The day it is due is over. Choose a later one.',
}

/** Makes it an invoice: 303 to the invoice, 422 with why not. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'invoices:write')
  const draftId = params.draft ?? ''
  const submission = await parseForm(request, draftActForm)
  if (submission.status !== 'success') throw notFound()
  const result = await openDraft(ctx, draftId, submission.value.version)
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    const draft = paths.manageDraft(ctx.studio, draftId)
    throw refusalPage(result.reason, refusals[result.reason], draft)
  }
  const text = `Invoice ${result.reference} is open.`
  return redirectWithFlash(app, paths.manageInvoice(ctx.studio, result.invoiceId), text)
}
