import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { saveDraftTerms } from '#app/domain/billing/drafts/change-draft.server.ts'
import { draftTermsForm } from '#app/domain/billing/drafts/draft-forms.ts'
import { draftPage } from '#app/domain/sales/invoices/draft-page.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { DateField, TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { draftRefusal, typedDiscount } from './draft-parts/draft-changes.server.ts'

const title = 'Tax, discount, due date'

export const meta: MetaFunction = ({ matches }) => pageTitle(title, { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'invoices:write')
  const page = await draftPage(ctx, params.draft ?? '')
  if (!page) throw notFound()
  const { draft, terms, view } = page
  return {
    rules: fieldRules(draftTermsForm(ctx.studio.currency)),
    studio: { slug: ctx.studio.slug },
    draft: { id: draft.id, title: view.title },
    taxName: view.taxName,
    version: String(draft.version),
    values: {
      prices: terms.netPrices ? 'without_tax' : 'with_tax',
      discount: typedDiscount(terms.discount, ctx.studio.currency),
      discountReason: terms.discountReason,
      dueOn: draft.dueOn ?? '',
    },
  }
}

/** Saves what holds for the whole draft: 303 to it, 422 beside the field. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { ctx } = await requirePermission(context, 'invoices:write')
  const submission = await parseForm(request, draftTermsForm(ctx.studio.currency))
  if (submission.status !== 'success') return invalid(submission)
  const result = await saveDraftTerms(ctx, params.draft ?? '', submission.value)
  if (!result.ok) {
    return refused(submission, { code: result.reason, form: [draftRefusal(result)] })
  }
  return redirect(paths.manageDraft(ctx.studio, params.draft ?? ''), 303)
}

export default function Details() {
  const { rules, studio, draft, taxName, version, values } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('terms', ['prices', 'discount', 'discountReason', 'dueOn', 'version'], {
    answer,
    values,
    rules,
  })
  const { fields } = form
  const back = paths.manageDraft(studio, draft.id)
  return (
    <>
      <BackLink to={back}>{draft.title}</BackLink>
      <PageHead title={title} intro="For the whole invoice." />
      <LiveFormBody of={form} className="sheet-form">
        <HiddenFields values={{ version }} />
        <SelectField
          field={fields.prices}
          label={`${taxName} and prices`}
          options={[
            { value: 'with_tax', label: `Prices include ${taxName}` },
            { value: 'without_tax', label: `${taxName} is added to prices` },
          ]}
        />
        <TextField
          field={fields.discount}
          label="Discount (optional)"
          hint="Off the whole invoice: an amount like 5.00 or a percentage like 10%."
          autoComplete="off"
        />
        <TextField
          field={fields.discountReason}
          label="Why the discount (if any)"
          hint="It is printed on the invoice."
          autoComplete="off"
        />
        <DateField
          field={fields.dueOn}
          label="Due on (optional)"
          hint="Without a day, it is due as your invoice settings say."
        />
        <FormEnd sending="Saving…" cancel={back}>
          Save
        </FormEnd>
      </LiveFormBody>
    </>
  )
}
