import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { archivePerson, restorePerson } from '#app/domain/people/archive-person.server.ts'
import { findPerson } from '#app/domain/people/find-person.server.ts'
import { archiveForm } from '#app/domain/people/person-fields.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { type FormAnswer, invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Archive', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'people:write')
  const person = await findPerson(ctx, params.person ?? '')
  if (!person) throw notFound()
  return {
    rules: fieldRules(archiveForm),
    studio: { slug: ctx.studio.slug },
    person: { id: person.id, name: person.name, archived: person.archivedAt !== null },
  }
}

const refusals = {
  has_bookings:
    'They have a class booked. Cancel it first, so that they get the credit back and the ' +
    'waitlist moves up.',
  is_staff: 'They work here. End their role first.',
} as const

export async function action({ request, context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'people:write')
  const submission = await parseForm(request, archiveForm)
  if (submission.status !== 'success') return invalid(submission)
  const personId = params.person ?? ''
  const profile = paths.managePerson(ctx.studio, personId)
  if (submission.value.back) {
    if (!(await restorePerson(ctx, personId))) throw notFound()
    return redirectWithFlash(app, profile, 'Restored.')
  }
  const result = await archivePerson(ctx, personId, submission.value.reason ?? '')
  if (result.ok)
    return redirectWithFlash(app, profile, 'Archived. You can undo this from their activity.')
  if (result.reason === 'not_found') throw notFound()
  return refused(submission, { code: result.reason, form: [refusals[result.reason]] })
}

export default function Archive() {
  const { rules, studio, person } = useLoaderData<typeof loader>()
  const form = useLiveForm('archive', ['reason', 'back'], {
    answer: useActionData<FormAnswer>(),
    rules,
  })
  const profile = paths.managePerson(studio, person.id)
  return (
    <>
      <BackLink to={profile}>{person.name}</BackLink>
      <PageHead
        title={person.archived ? `Restore ${person.name}` : `Archive ${person.name}`}
        intro={
          person.archived
            ? 'They appear in lists again, with everything they had.'
            : 'They’re hidden from lists. Their bookings, credits and activity stay, and you ' +
              'can restore them.'
        }
      />
      <LiveFormBody of={form}>
        <HiddenFields values={{ back: person.archived ? 'on' : '' }} />
        {!person.archived && (
          <div className="sheet-form">
            <TextField
              field={form.fields.reason}
              label="Why"
              hint="Staff see this in the person’s history"
            />
          </div>
        )}
        <FormEnd sending="Saving…" cancel={profile}>
          {person.archived ? 'Restore' : 'Archive'}
        </FormEnd>
      </LiveFormBody>
    </>
  )
}
