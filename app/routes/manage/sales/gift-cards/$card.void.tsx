import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { backMethods } from '#app/domain/billing/invoices/payment-words.ts'
import { walkInId } from '#app/domain/billing/walk-in.ts'
import { findRefundableCard } from '#app/domain/sales/banking/refund-line.server.ts'
import { codeEnd } from '#app/domain/sales/gift-cards/gift-card-code.ts'
import { voidCardForm } from '#app/domain/sales/gift-cards/gift-card-forms.ts'
import { canBeVoided, voidRefusal } from '#app/domain/sales/gift-cards/gift-card-words.ts'
import { giftCardPage } from '#app/domain/sales/gift-cards/gift-cards-page.server.ts'
import { voidGiftCard } from '#app/domain/sales/gift-cards/void-gift-card.server.ts'
import { refundRefusal } from '#app/domain/sales/invoices/invoice-words.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { payingContext } from '#app/http/payments/payment-provider.server.ts'
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
import { money } from '#app/values/wording.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Void gift card', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'refunds:small')
  const page = await giftCardPage(ctx, params.card ?? '')
  if (!page) throw notFound()
  const { card, moves } = page
  const { slug, currency, locale } = ctx.studio
  const payer = card.invoiceId ? await findRefundableCard(ctx, card.invoiceId) : null
  const price = money(card.amountMinor, currency, locale)
  const whole = canBeVoided(card, moves)
  const refunds = card.invoiceId !== null && card.held === 0
  return {
    rules: fieldRules(voidCardForm),
    studio: { slug },
    id: card.id,
    title: `Gift card ${codeEnd(card.lastFour)}`,
    whole,
    refunds,
    intro: introOf({ whole, refunds, held: card.held === 1, price }),
    methods: backMethods({
      account: card.personId !== walkInId(ctx),
      card: payer && payer.restMinor >= card.amountMinor ? 'To the card it was paid by' : '',
    }),
    values: { key: newId(), method: 'cash' },
  }
}

function introOf(card: { whole: boolean; refunds: boolean; held: boolean; price: string }) {
  const { whole, refunds, held, price } = card
  if (!whole) return 'Only a card that nobody has spent anything of can be voided.'
  if (held)
    return 'Its payment is disputed or didn’t stay, so nothing is refunded. The card pays nothing any more.'
  return refunds
    ? `The card pays nothing any more, and ${price} is refunded by a credit note.`
    : 'The card pays nothing any more. It was sold elsewhere, so nothing is refunded.'
}

/** Voids a card and refunds its price: 303 to the card, 422 beside the field. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'refunds:small')
  const submission = await parseForm(request, voidCardForm)
  if (submission.status !== 'success') return invalid(submission)
  const cardId = params.card ?? ''
  const result = await voidGiftCard(ctx, cardId, submission.value, payingContext(app.env, ctx))
  if (!result.ok) {
    const { reason: code } = result
    if (code === 'not_found') throw notFound()
    const sentence = voidRefusal(code) ?? refundRefusal(result, ctx.studio)
    return refused(submission, { code, form: [sentence] })
  }
  const note = result.creditNote ? ` Credit note ${result.creditNote}.` : ''
  return redirectWithFlash(app, paths.manageGiftCard(ctx.studio, cardId), `Voided.${note}`)
}

export default function VoidGiftCard() {
  const data = useLoaderData<typeof loader>()
  const { rules, studio, id, title, whole, refunds, intro, methods, values } = data
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('void', ['method', 'reason', 'key'], { answer, values, rules })
  const { method, reason, key } = form.fields
  const back = paths.manageGiftCard(studio, id)
  return (
    <>
      <BackLink to={back}>{title}</BackLink>
      <PageHead title="Void gift card" intro={intro} />
      {whole && (
        <LiveFormBody of={form} className="sheet-form">
          <HiddenFields values={{ key: String(key.initialValue ?? '') }} />
          {refunds && <SelectField field={method} label="How it is refunded" options={methods} />}
          <TextField field={reason} label="Why" autoComplete="off" />
          <FormEnd sending="Voiding…" cancel={back}>
            Void gift card
          </FormEnd>
        </LiveFormBody>
      )}
    </>
  )
}
