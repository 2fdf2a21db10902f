import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { exitReasons } from '#app/db/studio/farewells-words.ts'
import { leavingForm } from '#app/domain/farewells/exit-forms.ts'
import { exitReasonWords } from '#app/domain/farewells/exit-words.ts'
import { leaveStudio } from '#app/domain/farewells/leave-studio.server.ts'
import { findPerson } from '#app/domain/people/find-person.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { type FormAnswer, invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { localDate } from '#app/values/zone.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Note leaving', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'people:write')
  const person = await findPerson(ctx, params.person ?? '')
  if (!person) throw notFound()
  return {
    rules: fieldRules(leavingForm),
    studio: { slug: ctx.studio.slug },
    person: { id: person.id, name: person.name },
    values: { key: newId(), lastDay: localDate(ctx.now, ctx.studio.timeZone) },
  }
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'people:write')
  const submission = await parseForm(request, leavingForm)
  if (submission.status !== 'success') return invalid(submission)
  const personId = params.person ?? ''
  const result = await leaveStudio(ctx, personId, submission.value)
  if (result.ok) {
    return redirectWithFlash(app, paths.managePerson(ctx.studio, personId), 'Leaving noted.')
  }
  if (result.reason === 'not_found') throw notFound()
  return refused(submission, {
    code: result.reason,
    form: ['Their leaving is noted already. If they came back, choose Rejoin first'],
  })
}

const reasons = exitReasons.map((value) => ({ value, label: exitReasonWords[value] }))

export default function Leaving() {
  const { rules, studio, person, values } = useLoaderData<typeof loader>()
  const form = useLiveForm('leaving', ['key', 'reason', 'text', 'lastDay'], {
    answer: useActionData<FormAnswer>(),
    values,
    rules,
  })
  const { fields } = form
  const profile = paths.managePerson(studio, person.id)
  return (
    <>
      <BackLink to={profile}>{person.name}</BackLink>
      <PageHead
        title={`Note that ${person.name} is leaving`}
        intro="Memberships end on the last day. Credits stay until they expire, and so do classes already booked. A freeze is not leaving."
      />
      <LiveFormBody of={form}>
        <HiddenFields values={{ key: String(fields.key.initialValue ?? values.key) }} />
        <div className="sheet-form">
          <TextField field={fields.lastDay} label="Last day" type="date" />
          <SelectField
            field={fields.reason}
            label="Why"
            options={reasons}
            empty="Choose a reason"
          />
          <TextareaField
            field={fields.text}
            label="What they said (optional)"
            hint="Staff see this among past members"
          />
        </div>
        <FormEnd sending="Saving…" cancel={profile}>
          Note leaving
        </FormEnd>
      </LiveFormBody>
    </>
  )
}
