import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { methodsByHand, methodWords } from '#app/domain/billing/invoices/payment-words.ts'
import { accountPaymentForm } from '#app/domain/sales/account/account-payment-form.ts'
import { accountPaymentPage } from '#app/domain/sales/account/account-payment-page.server.ts'
import { payOutOffer } from '#app/domain/sales/account/pay-out-words.ts'
import { takeForAccount } from '#app/domain/sales/account/take-for-account.server.ts'
import { paymentRefusal } from '#app/domain/sales/invoices/invoice-words.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { TickFields } from '#app/ui/form/tick-fields.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { money } from '#app/values/wording.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Take payment', { matches })

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'payments:take')
  const page = await accountPaymentPage(ctx, params.person ?? '')
  if (!page) throw notFound()
  const { slug, locale, currency } = ctx.studio
  const { person, choices, totalMinor, creditMinor, settings } = page
  const wanted = new URL(request.url).searchParams.get('what')
  const one = choices.find(({ value }) => value.split('.')[1] === wanted)
  return {
    rules: fieldRules(accountPaymentForm),
    studio: { slug },
    person,
    choices: choices.map(({ value, what, amount }) => ({ id: value, name: `${amount}, ${what}` })),
    chosen: one ? [one.value] : choices.map(({ value }) => value),
    intro:
      choices.length === 0
        ? `${person.name} owes nothing.`
        : `${person.name} owes ${money(totalMinor, currency, locale)}.`,
    methods: [
      ...methodsByHand.map((value) => ({ value, label: methodWords[value] })),
      ...(creditMinor > 0
        ? [
            {
              value: 'credit',
              label: `Account credit, ${money(creditMinor, currency, locale)} on it`,
            },
          ]
        : []),
    ],
    credit:
      creditMinor > 0 && may(viewer.role, 'refunds:write')
        ? { ...payOutOffer(page, { role: viewer.role, settings }, ctx.studio), key: newId() }
        : null,
    values: { key: newId(), method: 'card' },
  }
}

/** Takes one payment for what is ticked: 303 to the profile, 422 on the form. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'payments:take')
  const submission = await parseForm(request, accountPaymentForm)
  if (submission.status !== 'success') return invalid(submission)
  const personId = params.person ?? ''
  if (!(await accountPaymentPage(ctx, personId))) throw notFound()
  const result = await takeForAccount(ctx, personId, submission.value)
  const { currency, locale } = ctx.studio
  if (!result.ok) {
    const sentence =
      result.reason === 'changed'
        ? 'What is owed has changed. Check it and take the payment again.'
        : paymentRefusal(result, { currency, locale })
    return refused(submission, { code: result.reason, form: [sentence] })
  }
  const profile = paths.managePerson(ctx.studio, personId)
  return redirectWithFlash(app, profile, `${money(result.amountMinor, currency, locale)} taken.`)
}

export default function TakeForAccount() {
  const { rules, studio, person, choices, chosen, intro, methods, credit, values } =
    useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const names = ['charges', 'method', 'note', 'key'] as const
  const form = useLiveForm('payment', names, { answer, values, rules })
  const profile = paths.managePerson(studio, person.id)
  return (
    <>
      <BackLink to={profile}>{person.name}</BackLink>
      <PageHead title="Take payment" intro={intro} />
      {choices.length > 0 && (
        <LiveFormBody of={form} className="sheet-form">
          <HiddenFields values={{ key: String(form.fields.key.initialValue ?? '') }} />
          <TickFields
            field={form.fields.charges}
            legend="What is paid"
            choices={choices}
            chosen={chosen}
            answer={answer}
          />
          <SelectField field={form.fields.method} label="How it is paid" options={methods} />
          <TextField
            field={form.fields.note}
            label="Note (optional)"
            hint="Staff see this on the invoice."
            autoComplete="off"
          />
          <FormEnd sending="Saving…" cancel={profile}>
            Take payment
          </FormEnd>
        </LiveFormBody>
      )}
      {credit && (
        <Form method="post" action={paths.managePersonAct(studio, person.id, 'pay-out')}>
          <h2>Account credit</h2>
          {credit.why && <p>{credit.why}</p>}
          <HiddenFields values={{ key: credit.key, amount: String(credit.minor) }} />
          {credit.minor > 0 && (
            <p className="do">
              {methodsByHand.map((method) => (
                <button key={method} type="submit" className="button" name="method" value={method}>
                  Pay out {credit.words}: {methodWords[method]}
                </button>
              ))}
            </p>
          )}
        </Form>
      )}
    </>
  )
}
