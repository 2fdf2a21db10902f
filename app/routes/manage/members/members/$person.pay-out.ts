import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { payOutCredit } from '#app/domain/billing/invoices/pay-out-credit.server.ts'
import { payOutForm } from '#app/domain/sales/account/account-payment-form.ts'
import { creditNoteOf } from '#app/domain/sales/account/credit-note-of.server.ts'
import { payOutRefusal } from '#app/domain/sales/account/pay-out-words.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { money } from '#app/values/wording.ts'

/** There is nothing to see here: what is to be refunded stands on the profile. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'payments:take')
  return redirect(paths.managePerson(ctx.studio, params.person ?? ''), 303)
}

/**
 * Leads to paying out what a person is owed: 303 to the payment of its credit note. Account credit
 * is paid out at once: 303 to the profile, with whether it was.
 */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'payments:take')
  const submission = await parseForm(request, payOutForm)
  if (submission.status !== 'success') throw notFound()
  const personId = params.person ?? ''
  const profile = paths.managePerson(ctx.studio, personId)
  const { value } = submission
  if ('key' in value) {
    await requirePermission(context, 'refunds:write')
    const { currency, locale } = ctx.studio
    const paid = await payOutCredit(ctx, personId, { ...value, amountMinor: value.amount })
    if (paid.ok)
      return redirectWithFlash(app, profile, `${money(value.amount, currency, locale)} paid out.`)
    throw refusalPage(paid.reason, payOutRefusal(paid, ctx.studio), profile)
  }
  const note = await creditNoteOf(ctx, personId, value.item)
  if (!note) throw notFound()
  if (note.open) return redirect(paths.manageInvoiceAct(ctx.studio, note.id, 'payment'), 303)
  throw refusalPage('refunded', 'That is refunded already.', profile)
}
