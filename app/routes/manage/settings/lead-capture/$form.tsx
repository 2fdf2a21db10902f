import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { embedSnippet } from '#app/domain/leads/capture/embed-snippet.ts'
import { formAddress } from '#app/domain/leads/capture/form-definition.ts'
import { leadFormForm } from '#app/domain/leads/capture/form-forms.ts'
import { findForm } from '#app/domain/leads/capture/form-queries.server.ts'
import { saveForm } from '#app/domain/leads/capture/save-form.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, outdated, parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { openedVersion, type PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { formChoices, formValues } from './lead-form/form-values.server.ts'
import { formNames, LeadFormFields } from './lead-form/lead-form-fields.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.name ?? 'Lead capture', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'settings:write')
  const form = await findForm(ctx, params.form ?? '')
  if (!form) throw notFound()
  const choices = await formChoices(ctx)
  const address = `${app.origin}/webhooks/leads/${formAddress(ctx.studio.id, form.id)}`
  return {
    studio: { slug: ctx.studio.slug },
    id: form.id,
    name: form.name,
    version: form.version,
    link: `${app.origin}${paths.leadForm(ctx.studio, form.id)}`,
    snippet: embedSnippet(form, address),
    rules: fieldRules(leadFormForm),
    ...choices,
    trialTypes: form.definition.trialTypes,
    values: { ...formValues(form, choices.consents), key: newId() } as Record<string, string>,
  }
}

/** Saves a form as its next version: 303, or 422 beside the field. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'settings:write')
  const submission = await parseForm(request, leadFormForm)
  if (submission.status !== 'success') return invalid(submission)
  const saved = await saveForm(ctx, params.form ?? '', submission.value)
  if (!saved.ok) {
    if (saved.reason === 'not_found') throw notFound()
    return outdated(submission, 'this form')
  }
  const text = 'Saved. Replace the code on your website if you use it.'
  return redirectWithFlash(app, paths.manageLeadForm(ctx.studio, saved.formId), text)
}

export default function EditForm() {
  const { studio, id, name, version, link, snippet, rules, values, trialTypes, ...choices } =
    useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('form', formNames, { answer, rules, values })
  return (
    <>
      <BackLink to={paths.manageLeadForms(studio)}>Lead capture</BackLink>
      <PageHead
        title={name}
        intro={`Version ${version}.`}
        actions={
          <>
            <a className="button" href={link}>
              Open the form
            </a>
            <Link className="button" to={paths.manageLeadFormPoster(studio, id)}>
              QR poster
            </Link>
          </>
        }
      />
      <section>
        <h2>For your website</h2>
        <p className="muted">
          Paste this where the form should be. It needs no script and works on any site.
        </p>
        <label className="vh" htmlFor="snippet">
          Code of the form
        </label>
        <textarea id="snippet" className="snippet" readOnly value={snippet} />
      </section>
      <LiveFormBody of={form} className="sheet-form">
        <input type="hidden" name="key" value={String(form.fields.key?.initialValue ?? '')} />
        <input type="hidden" name="version" value={openedVersion(answer, version) ?? ''} />
        <LeadFormFields fields={form.fields} {...choices} trialTypes={trialTypes} />
        <FormEnd sending="Saving…" cancel={paths.manageLeadForms(studio)}>
          Save changes
        </FormEnd>
      </LiveFormBody>
    </>
  )
}
