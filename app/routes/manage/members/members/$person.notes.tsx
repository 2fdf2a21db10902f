import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { addNote } from '#app/domain/people/add-note.server.ts'
import { findPerson } from '#app/domain/people/find-person.server.ts'
import { noteForm } from '#app/domain/people/person-fields.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { type FormAnswer, invalid, parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { AddNote } from '#app/ui/staff/add-note.tsx'
import { newId } from '#app/values/id.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Add a note', { matches })

/** The form is on the profile; this page shows it again where it was not accepted. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'notes:write')
  const person = await findPerson(ctx, params.person ?? '')
  if (!person) throw notFound()
  return {
    rules: fieldRules(noteForm),
    studio: { slug: ctx.studio.slug },
    person: { id: person.id, name: person.name },
    noteKey: newId(),
  }
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'notes:write')
  const personId = params.person ?? ''
  const submission = await parseForm(request, noteForm)
  if (submission.status !== 'success') return invalid(submission)
  if (!(await addNote(ctx, personId, submission.value))) throw notFound()
  return redirectWithFlash(app, paths.managePerson(ctx.studio, personId), 'Note added.')
}

export default function Note() {
  const { rules, studio, person, noteKey } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  return (
    <>
      <BackLink to={paths.managePerson(studio, person.id)}>{person.name}</BackLink>
      <PageHead title="Add a note" />
      <AddNote
        action={paths.managePersonAct(studio, person.id, 'notes')}
        noteKey={noteKey}
        answer={answer}
        rules={rules}
      />
    </>
  )
}
