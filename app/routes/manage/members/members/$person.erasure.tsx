import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { findPerson } from '#app/domain/people/find-person.server.ts'
import { erasePerson } from '#app/domain/person-records/erase-person.server.ts'
import { eraseForm } from '#app/domain/person-records/record-forms.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { type FormAnswer, invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { CheckboxField } from '#app/ui/form/choice-field.tsx'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Erase', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'people:erase')
  const person = await findPerson(ctx, params.person ?? '')
  if (!person || person.erasedAt !== null) throw notFound()
  return {
    rules: fieldRules(eraseForm),
    studio: { slug: ctx.studio.slug },
    person: { id: person.id, name: person.name },
  }
}

const refusals = {
  has_bookings: 'They have a class booked. Cancel it first',
  is_staff: 'They work here. End their role first',
} as const

export async function action({ request, context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'people:erase')
  const submission = await parseForm(request, eraseForm)
  if (submission.status !== 'success') return invalid(submission)
  const result = await erasePerson(
    { ...ctx, directory: app.directory, media: app.env.MEDIA },
    params.person ?? '',
  )
  if (result.ok) return redirectWithFlash(app, paths.managePeople(ctx.studio), 'Erased.')
  if (result.reason === 'not_found') throw notFound()
  return refused(submission, { code: result.reason, form: [refusals[result.reason]] })
}

export default function Erasure() {
  const { rules, studio, person } = useLoaderData<typeof loader>()
  const form = useLiveForm('erasure', ['sure'], { answer: useActionData<FormAnswer>(), rules })
  const profile = paths.managePerson(studio, person.id)
  return (
    <>
      <BackLink to={profile}>{person.name}</BackLink>
      <PageHead
        title={`Erase ${person.name}?`}
        intro="You can’t undo this. Their name, contact details, notes, documents, consents, family, messages, photo and what their leads say are deleted. An open lead is lost. Payments, credits, attendance and leads stay without a name, because your accounts need them."
      />
      <LiveFormBody of={form}>
        <div className="sheet-form">
          <CheckboxField
            field={form.fields.sure}
            label={`Erase everything that tells who ${person.name} is`}
          />
        </div>
        <FormEnd sending="Erasing…" cancel={profile}>
          Erase
        </FormEnd>
      </LiveFormBody>
    </>
  )
}
