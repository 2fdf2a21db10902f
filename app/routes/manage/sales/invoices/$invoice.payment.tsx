import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { backMethods, byHandChoices } from '#app/domain/billing/invoices/payment-words.ts'
import { walkInId } from '#app/domain/billing/walk-in.ts'
import {
  giftCardBack,
  takeOrPayByCard,
} from '#app/domain/sales/gift-cards/pay-by-gift-card.server.ts'
import { paymentForm } from '#app/domain/sales/invoices/invoice-forms.ts'
import { invoicePage } from '#app/domain/sales/invoices/invoice-page.server.ts'
import { invoiceTitle, paymentRefusal } from '#app/domain/sales/invoices/invoice-words.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { mayTryGiftCode, tooManyCodes } from '#app/http/public-pages/may-try-code.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { typedMinor } from '#app/values/money.ts'
import { money } from '#app/values/wording.ts'

const title = (out: boolean) => (out ? 'Pay out' : 'Take payment')

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(title(data?.out ?? false), { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'payments:take')
  const page = await invoicePage(ctx, params.invoice ?? '')
  if (!page) throw notFound()
  const { invoice, creditMinor } = page
  const { slug, locale, currency } = ctx.studio
  const out = invoice.kind === 'credit_note'
  const most = Math.abs(invoice.balanceMinor)
  return {
    rules: fieldRules(paymentForm(currency)),
    studio: { slug },
    invoice: { id: invoice.id, title: invoiceTitle(invoice) },
    out,
    open: invoice.state === 'open',
    intro: out
      ? `Refund ${money(most, currency, locale)} to ${invoice.personName}.`
      : `${invoice.personName} owes ${money(most, currency, locale)} for ${invoice.what}.`,
    methods: out
      ? backMethods({
          account: invoice.personId !== walkInId(ctx),
          giftCard: await giftCardBack(ctx, invoice.creditsId ?? ''),
        })
      : [
          ...byHandChoices(),
          ...(creditMinor > 0
            ? [
                {
                  value: 'credit',
                  label: `Account credit, ${money(creditMinor, currency, locale)} on it`,
                },
              ]
            : []),
          ...(page.lines.some(({ kind }) => kind === 'gift_card')
            ? []
            : [{ value: 'gift_card', label: 'Gift card' }]),
        ],
    values: { key: newId(), amount: typedMinor(most, currency) },
  }
}

/** Takes a payment, or pays out what a credit note gives back: 303 to the invoice. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'payments:take')
  const { currency, locale } = ctx.studio
  const submission = await parseForm(request, paymentForm(currency))
  if (submission.status !== 'success') return invalid(submission)
  const { key, amount, method, code: typed, note } = submission.value
  const invoiceId = params.invoice ?? ''
  const payment = { key, invoiceId, amountMinor: amount, method, note }
  if (method === 'gift_card' && typed !== '') {
    const asks = { userId: ctx.actor.userId, staff: true }
    if (!(await mayTryGiftCode(app, ctx.studio.id, asks)))
      return refused(submission, { code: 'too_many_tries', fields: { code: [tooManyCodes] } })
  }
  const result = await takeOrPayByCard(ctx, payment, typed)
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    const sentence = paymentRefusal(result, { currency, locale })
    const { reason: code } = result
    if (code === 'no_such_card') return refused(submission, { code, fields: { code: [sentence] } })
    if (code === 'no_account') return refused(submission, { code, fields: { method: [sentence] } })
    return refused(
      submission,
      'mostMinor' in result ? { code, fields: { amount: [sentence] } } : { code, form: [sentence] },
    )
  }
  const taken = money(amount, currency, locale)
  const left =
    result.leftMinor === 0 ? '' : ` ${money(Math.abs(result.leftMinor), currency, locale)} is left.`
  return redirectWithFlash(
    app,
    paths.manageInvoice(ctx.studio, invoiceId),
    `${taken} ${result.out ? 'paid out' : 'taken'}.${left}`,
  )
}

export default function TakePayment() {
  const { rules, studio, invoice, out, open, intro, methods, values } =
    useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('payment', ['amount', 'method', 'code', 'note', 'key'], {
    answer,
    values,
    rules,
  })
  const back = paths.manageInvoice(studio, invoice.id)
  return (
    <>
      <BackLink to={back}>{invoice.title}</BackLink>
      <PageHead title={title(out)} intro={open ? intro : 'Nothing is open on it any more.'} />
      {open && (
        <LiveFormBody of={form} className="sheet-form">
          <HiddenFields values={{ key: String(form.fields.key.initialValue ?? '') }} />
          <TextField field={form.fields.amount} label="Amount" inputMode="decimal" />
          <SelectField
            field={form.fields.method}
            label={out ? 'How it is refunded' : 'How it is paid'}
            options={methods}
          />
          {!out && (
            <TextField
              field={form.fields.code}
              label="Gift card code"
              hint="Only to pay by gift card. What is left stays on the card."
              autoComplete="off"
            />
          )}
          <TextField
            field={form.fields.note}
            label="Note (optional)"
            hint="Staff see this on the invoice."
            autoComplete="off"
          />
          <FormEnd sending="Saving…" cancel={back}>
            {title(out)}
          </FormEnd>
        </LiveFormBody>
      )}
    </>
  )
}
