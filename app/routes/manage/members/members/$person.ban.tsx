import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import { banForm } from '#app/domain/farewells/exit-forms.ts'
import { pastMembersOf } from '#app/domain/farewells/past-members-page.server.ts'
import { banPerson, liftBan } from '#app/domain/people/ban-person.server.ts'
import { findPerson } from '#app/domain/people/find-person.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import {
  type FormAnswer,
  invalid,
  parsePosted,
  readPosted,
  refused,
} from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Ban', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'people:ban')
  const person = await findPerson(ctx, params.person ?? '')
  if (!person) throw notFound()
  const [past] = await pastMembersOf(ctx, [person.id])
  return {
    rules: fieldRules(banForm),
    studio: { slug: ctx.studio.slug },
    person: { id: person.id, name: person.name },
    banned: past?.bannedAt ? past.banReason : null,
  }
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'people:ban')
  const personId = params.person ?? ''
  const profile = paths.managePerson(ctx.studio, personId)
  const posted = await readPosted(request)
  if (posted.get('act') === 'end') {
    const result = await liftBan(ctx, personId)
    if (!result.ok) throw notFound()
    return redirectWithFlash(app, profile, 'Ban ended.')
  }
  const submission = parsePosted(posted, banForm)
  if (submission.status !== 'success') return invalid(submission)
  const result = await banPerson(ctx, personId, submission.value.reason)
  if (result.ok) return redirectWithFlash(app, profile, 'Banned.')
  if (result.reason === 'not_found') throw notFound()
  return refused(submission, {
    code: result.reason,
    form: ['They work here. End their role first'],
  })
}

export default function Ban() {
  const { rules, studio, person, banned } = useLoaderData<typeof loader>()
  const form = useLiveForm('ban', ['reason'], { answer: useActionData<FormAnswer>(), rules })
  const profile = paths.managePerson(studio, person.id)
  return (
    <>
      <BackLink to={profile}>{person.name}</BackLink>
      {banned === null ? (
        <>
          <PageHead
            title={`Ban ${person.name}`}
            intro="They can’t book or check in, whatever they hold. Classes they have booked stay until you cancel them. They are told only that they can’t book."
          />
          <LiveFormBody of={form}>
            <div className="sheet-form">
              <TextField field={form.fields.reason} label="Why" hint="Only staff see this" />
            </div>
            <FormEnd sending="Saving…" cancel={profile}>
              Ban
            </FormEnd>
          </LiveFormBody>
        </>
      ) : (
        <>
          <PageHead
            title={`End the ban of ${person.name}?`}
            intro={`Banned because: ${banned}. Afterwards they can book and check in again.`}
          />
          <Form method="post">
            <div className="form-end">
              <button type="submit" className="button primary" name="act" value="end">
                End ban
              </button>
              <Link className="button quiet" to={profile}>
                Cancel
              </Link>
            </div>
          </Form>
        </>
      )}
    </>
  )
}
