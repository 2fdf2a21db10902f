import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { preferredSlots, tidyTimes } from '#app/domain/leads/capture/form-definition.ts'
import { newLeadForm } from '#app/domain/leads/lead-forms.ts'
import { emailKey, phoneKey } from '#app/domain/leads/lead-keys.ts'
import { leadSetting } from '#app/domain/leads/pipelines/pipeline-queries.server.ts'
import { touchLead } from '#app/domain/leads/touch-lead.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { TimesField } from './lead-parts/times-field.tsx'

export const meta: MetaFunction = ({ matches }) => pageTitle('Add a lead', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'leads:write')
  const { pipelines, sources } = await leadSetting(ctx)
  return {
    rules: fieldRules(newLeadForm),
    studio: { slug: ctx.studio.slug },
    key: newId(),
    pipelines: pipelines.map(({ id, name }) => ({ value: id, label: name })),
    sources: sources.map(({ id, name }) => ({ value: id, label: name })),
    slots: preferredSlots.map(({ id, name }) => ({ id, name })),
  }
}

/** Takes down someone who came, called or was sent: 303 to their lead, 422 beside the field. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'leads:write')
  const submission = await parseForm(request, newLeadForm)
  if (submission.status !== 'success') return invalid(submission)
  const { times, email, phone, ...lead } = submission.value
  const fields = {
    ...(email && !emailKey(email)
      ? { email: ['Enter an email address like name@example.com'] }
      : {}),
    ...(phone && !phoneKey(phone, ctx.studio.locale) ? { phone: ['Enter a phone number'] } : {}),
  }
  if (Object.keys(fields).length > 0) return refused(submission, { fields, code: 'contact' })
  const { leadId, outcome } = await touchLead(ctx, {
    ...lead,
    email,
    phone,
    preferredTimes: tidyTimes(times),
    byName: viewer.name,
  })
  const text = outcome === 'created' ? 'Lead added.' : 'They’re known: added to their open lead.'
  return redirectWithFlash(app, paths.manageLead(ctx.studio, leadId), text)
}

const kinds = [
  { value: 'walk_in', label: 'Walked in' },
  { value: 'phone_in', label: 'Called' },
  { value: 'referral', label: 'Was referred' },
]

const names = [
  ...(['name', 'email', 'phone', 'kind', 'sourceId', 'pipelineId'] as const),
  ...(['interest', 'referredBy', 'text', 'key'] as const),
] as const

export default function NewLead() {
  const { rules, studio, key, pipelines, sources, slots } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('lead', names, {
    answer,
    rules,
    values: { kind: 'walk_in', sourceId: 'walk-in', pipelineId: pipelines[0]?.value ?? '', key },
  })
  const { fields } = form
  return (
    <>
      <BackLink to={paths.manageLeads(studio)}>Leads</BackLink>
      <PageHead
        title="Add a lead"
        intro="If the email or phone number is known, this joins the person’s open lead."
      />
      <LiveFormBody of={form} className="sheet-form">
        <input type="hidden" name="key" value={String(fields.key.initialValue ?? '')} />
        <TextField field={fields.name} label="Name" autoComplete="off" />
        <TextField field={fields.email} label="Email (optional)" type="email" autoComplete="off" />
        <TextField field={fields.phone} label="Phone (optional)" type="tel" autoComplete="off" />
        <SelectField field={fields.kind} label="How they got in touch" options={kinds} />
        <SelectField field={fields.sourceId} label="Source" options={sources} />
        {pipelines.length > 1 ? (
          <SelectField field={fields.pipelineId} label="Pipeline" options={pipelines} />
        ) : (
          <input type="hidden" name="pipelineId" value={pipelines[0]?.value ?? ''} />
        )}
        <TextField field={fields.interest} label="Interested in (optional)" autoComplete="off" />
        <TimesField slots={slots} chosen="" />
        <TextField field={fields.referredBy} label="Referred by (optional)" autoComplete="off" />
        <TextareaField field={fields.text} label="What they said (optional)" rows={3} />
        <FormEnd sending="Adding…" cancel={paths.manageLeads(studio)}>
          Add lead
        </FormEnd>
      </LiveFormBody>
    </>
  )
}
