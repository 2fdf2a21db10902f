import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { leadFormForm } from '#app/domain/leads/capture/form-forms.ts'
import { saveForm } from '#app/domain/leads/capture/save-form.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, outdated, parseForm } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { formChoices, formValues } from './lead-form/form-values.server.ts'
import { formNames, LeadFormFields } from './lead-form/lead-form-fields.tsx'

export const meta: MetaFunction = ({ matches }) => pageTitle('Add a form', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'settings:write')
  const choices = await formChoices(ctx)
  return {
    studio: { slug: ctx.studio.slug },
    rules: fieldRules(leadFormForm),
    ...choices,
    values: { ...formValues(null, choices.consents), key: newId() } as Record<string, string>,
  }
}

/** Makes a form: 303 to it, or 422 beside the field. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'settings:write')
  const submission = await parseForm(request, leadFormForm)
  if (submission.status !== 'success') return invalid(submission)
  const saved = await saveForm(ctx, null, submission.value)
  if (!saved.ok) return outdated(submission, 'this form')
  return redirectWithFlash(app, paths.manageLeadForm(ctx.studio, saved.formId), 'Form added.')
}

export default function NewForm() {
  const { studio, rules, values, ...choices } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('form', formNames, { answer, rules, values })
  return (
    <>
      <BackLink to={paths.manageLeadForms(studio)}>Lead capture</BackLink>
      <PageHead title="Add a form" />
      <LiveFormBody of={form} className="sheet-form">
        <input type="hidden" name="key" value={String(form.fields.key?.initialValue ?? '')} />
        <LeadFormFields fields={form.fields} {...choices} trialTypes={[]} />
        <FormEnd sending="Adding…" cancel={paths.manageLeadForms(studio)}>
          Add form
        </FormEnd>
      </LiveFormBody>
    </>
  )
}
