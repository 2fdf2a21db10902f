import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { newPolicyForm } from '#app/domain/calendar/policy-fields.ts'
import { freeBeforeSentence } from '#app/domain/places/cancellation-words.ts'
import { policyPage } from '#app/domain/scheduling/policies/policy-page.server.ts'
import { addPolicy } from '#app/domain/scheduling/policies/save-policy.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Add a policy', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'schedule:write')
  const page = await policyPage(ctx, '')
  return {
    rules: fieldRules(newPolicyForm),
    studio: { slug: ctx.studio.slug },
    places: page?.places ?? [],
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const submission = await parseForm(request, newPolicyForm)
  if (submission.status !== 'success') return invalid(submission)
  const { name, kind, locationId = null } = submission.value
  const result = await addPolicy(ctx, { name, kind, locationId })
  if (result.ok)
    return redirectWithFlash(
      app,
      paths.managePolicies(ctx.studio, { set: name }),
      `${name} is added.`,
    )
  if (result.reason === 'not_found') throw notFound()
  return refused(submission, {
    fields: { name: ['You already have a policy with that name'] },
    code: result.reason,
  })
}

const kinds = [
  { value: 'class', label: 'Classes' },
  { value: 'course', label: 'Courses' },
  { value: 'workshop', label: 'Workshops' },
  { value: 'event', label: 'Events' },
  { value: 'appointment', label: 'Appointments' },
]

export default function NewPolicy() {
  const { rules, studio, places } = useLoaderData<typeof loader>()
  const form = useLiveForm('policy', ['name', 'kind', 'locationId'] as const, {
    answer: useActionData() as PageFormAnswer | undefined,
    values: { name: '', kind: 'class', locationId: '' },
    rules,
  })
  return (
    <>
      <PageHead
        title="Add a policy"
        intro={
          `It starts like this: ${freeBeforeSentence('12 hours', null)} ` +
          'Change it before classes use it.'
        }
      />
      <LiveFormBody of={form} className="sheet-form">
        <TextField field={form.fields.name} label="Name" />
        <SelectField field={form.fields.kind} label="For" options={kinds} />
        {places.length > 1 && (
          <SelectField
            field={form.fields.locationId}
            label="Where"
            options={places.map(({ id, name }) => ({ value: id, label: name }))}
            empty="Everywhere"
          />
        )}
        <FormEnd sending="Adding…" cancel={paths.managePolicies(studio)}>
          Add the policy
        </FormEnd>
      </LiveFormBody>
    </>
  )
}
