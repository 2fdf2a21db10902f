import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { addPayLine } from '#app/domain/staff-pay/change-pay-lines.server.ts'
import { extraLineForm } from '#app/domain/staff-pay/pay-form.ts'
import { firstOf } from '#app/domain/staff-pay/pay-month.ts'
import { payeeOptions, payeesStatement } from '#app/domain/staff-pay/payees.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
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
import { monthYear } from '#app/values/wording.ts'
import { monthOfPath } from './pay-parts/month-of.server.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Add a line', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx, month } = await monthOfPath(context, params.month)
  const people = await payeesStatement(ctx)
  const asked = app.url.searchParams.get('person')
  return {
    rules: fieldRules(extraLineForm(ctx.studio.currency)),
    studio: { slug: ctx.studio.slug },
    month,
    name: monthYear(firstOf(month), ctx.studio.locale),
    people: payeeOptions(people),
    values: {
      key: newId(),
      way: 'adds',
      personId: people.some(({ id }) => id === asked) ? (asked ?? '') : '',
    },
  }
}

/** Adds a line by hand: 303 to the month, 422 beside the field. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx, month } = await monthOfPath(context, params.month)
  const submission = await parseForm(request, extraLineForm(ctx.studio.currency))
  if (submission.status !== 'success') return invalid(submission)
  const { key, personId, way, amount, reason } = submission.value
  const amountMinor = way === 'takes' ? -amount : amount
  const result = await addPayLine(ctx, month, { key, personId, amountMinor, reason })
  if (result.ok) {
    const path = paths.managePayMonth(ctx.studio, month, { person: personId })
    return redirectWithFlash(app, path, 'The line is added.')
  }
  if (result.reason === 'locked')
    return refused(submission, {
      code: 'locked',
      form: ['This month is locked. Add the line to the next one.'],
    })
  return refused(submission, {
    code: result.reason,
    fields: { personId: ['Choose someone of the list.'] },
  })
}

export default function AddPayLine() {
  const { rules, studio, month, name, people, values } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const names = ['key', 'personId', 'way', 'amount', 'reason'] as const
  const form = useLiveForm('line', names, { answer, values, rules })
  const back = paths.managePayMonth(studio, month)
  return (
    <>
      <BackLink to={back}>Pay for {name}</BackLink>
      <PageHead title="Add a line" intro={`For ${name}. They read its reason.`} />
      <LiveFormBody of={form} className="sheet-form">
        <HiddenFields values={{ key: String(form.fields.key.initialValue ?? values.key) }} />
        <SelectField
          field={form.fields.personId}
          label="Person"
          options={people}
          empty="Choose someone"
        />
        <SelectField
          field={form.fields.way}
          label="What it does"
          options={[
            { value: 'adds', label: 'Adds to their pay' },
            { value: 'takes', label: 'Takes off their pay' },
          ]}
        />
        <TextField field={form.fields.amount} label="Amount" inputMode="decimal" />
        <TextField
          field={form.fields.reason}
          label="What it is for"
          hint="Like “Cover at reception, 3 hours”."
          autoComplete="off"
        />
        <FormEnd sending="Adding…" cancel={back}>
          Add line
        </FormEnd>
      </LiveFormBody>
    </>
  )
}
