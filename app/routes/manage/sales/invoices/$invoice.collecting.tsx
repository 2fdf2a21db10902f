import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/cloudflare'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { failureWords } from '#app/domain/payments/attempts/attempt-words.ts'
import { collectingAct } from '#app/domain/sales/collecting/collecting-forms.ts'
import { collectingView } from '#app/domain/sales/collecting/collecting-words.ts'
import { invoiceDeskPage } from '#app/domain/sales/collecting/invoice-desk-page.server.ts'
import { makePayLink, revokePayLinks } from '#app/domain/sales/collecting/pay-links.server.ts'
import { type RetryResult, retryNow } from '#app/domain/sales/collecting/retry-now.server.ts'
import { skipStep } from '#app/domain/sales/collecting/skip-step.server.ts'
import { hasInvoice } from '#app/domain/sales/invoices/invoice-page.server.ts'
import { invoiceTitle } from '#app/domain/sales/invoices/invoice-words.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { payingContext } from '#app/http/payments/payment-provider.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { money } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

const title = 'Make a pay link'

export const handle = { styles: ['feed'] } satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => pageTitle(title, { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'payments:take')
  const page = await invoiceDeskPage(ctx, params.invoice ?? '')
  if (!page) throw notFound()
  const { invoice, collecting } = page
  const { slug, locale, timeZone } = ctx.studio
  const open = invoice.kind === 'invoice' && invoice.state === 'open'
  const today = localDate(ctx.now, timeZone)
  const sum = money(invoice.balanceMinor, invoice.currency, locale)
  const { online, links } = collectingView(collecting, { open, sum, locale, timeZone, today })
  return {
    studio: { slug },
    invoice: { id: invoice.id, title: invoiceTitle(invoice) },
    makes: open && online,
    links,
    intro: introWords({ open, online, name: collecting.payerName, sum }),
  }
}

function introWords(of: { open: boolean; online: boolean; name: string; sum: string }): string {
  if (!of.open) return 'It isn’t open any more.'
  if (!of.online) return 'Members can’t pay online here. Take the payment at the desk.'
  return `${of.name}, or anyone you send the link to, pays ${of.sum} by it without signing in. It works for 30 days, for this invoice only.`
}

type Made = { link: string }

/**
 * Makes a link, which is in this answer and nowhere else, ends all there are, charges the card or
 * skips a step, which is for managers: 303 to the invoice.
 */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'payments:take')
  const invoiceId = params.invoice ?? ''
  const submission = await parseForm(request, collectingAct)
  if (submission.status !== 'success') return invalid(submission)
  if (!(await hasInvoice(ctx, invoiceId))) throw notFound()
  const form = submission.value
  const here = paths.manageInvoice(ctx.studio, invoiceId)
  const say = (text: string, tone: 'good' | 'bad' = 'good') =>
    redirectWithFlash(app, here, text, tone)
  if (form.act === 'skip') {
    if (!may(viewer.role, 'invoices:write')) await requirePermission(context, 'invoices:write')
    const skipped = await skipStep(ctx, invoiceId, form.step)
    if (!skipped.ok) throw refusalPage('over', 'That step isn’t to come any more.', here)
    return say('Skipped. The other steps stay as they are.')
  }
  if (form.act === 'retry') {
    const paying = payingContext(app.env, ctx)
    // No page of an installation without a provider has such a form.
    if (!paying) throw notFound()
    const result = await retryNow(paying, invoiceId)
    deliverSoon(app, ctx.db)
    if (!result.ok && result.reason !== 'failed')
      throw refusalPage(result.reason, resultWords(result), here)
    // The card was asked: what the bank said is an outcome, and no refusal of ours.
    return say(resultWords(result), result.ok ? 'good' : 'bad')
  }
  if (form.act === 'revoke') {
    await revokePayLinks(ctx, invoiceId)
    return say('Pay links revoked. They no longer work.')
  }
  const secret = await makePayLink(ctx, invoiceId)
  if (secret === null) throw refusalPage('not_open', 'It isn’t open any more.', here)
  return json({ link: ctx.origin + paths.payLink(ctx.studio, secret) } satisfies Made)
}

function resultWords(result: RetryResult): string {
  if (result.ok) {
    return result.how === 'paid'
      ? 'The invoice is paid.'
      : 'The bank has the charge. A bank debit takes some days.'
  }
  return result.reason === 'failed'
    ? `The card could not be charged. ${failureWords(result.code)}`
    : refusals[result.reason]
}

const refusals = {
  not_found: 'It isn’t open any more. Nothing was charged.',
  no_card: 'There is no card to charge. Make a pay link instead.',
  provider_away: 'We can’t reach Stripe just now. Open this page again in some minutes.',
  being_paid: 'A payment of this invoice is under way. Nothing else was charged.',
} as const

export default function PayLinkOfInvoice() {
  const { studio, invoice, makes, links, intro } = useLoaderData<typeof loader>()
  const answer = useActionData() as Made | undefined
  const link = answer && 'link' in answer ? answer.link : null
  return (
    <>
      <BackLink to={paths.manageInvoice(studio, invoice.id)}>{invoice.title}</BackLink>
      <PageHead title={title} intro={intro} />
      {link && (
        <div className="field sheet-form">
          <label htmlFor="link">The pay link</label>
          <textarea id="link" className="feed-link" readOnly rows={2} value={link} />
          <p className="soft">Copy it now: it is not shown again.</p>
        </div>
      )}
      {makes && !link && (
        <Form method="post">
          <button type="submit" className="button primary" name="act" value="make">
            {title}
          </button>
        </Form>
      )}
      {links && (
        <Form method="post" className="form-end">
          <p>{links} Those in our emails count too.</p>
          <button type="submit" className="button bad" name="act" value="revoke">
            Revoke pay links
          </button>
        </Form>
      )}
    </>
  )
}
