import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { addPerson } from '#app/domain/people/add-person.server.ts'
import { listHomeLocations } from '#app/domain/people/home-location.server.ts'
import { addPersonForm } from '#app/domain/people/person-fields.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import {
  type FormAnswer,
  invalid,
  parsePosted,
  readPosted,
  refused,
} from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { settlePicture } from '#app/http/posted-picks.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { PersonForm } from '#app/ui/staff/person-form.tsx'
import { newId } from '#app/values/id.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Add a person', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'people:write')
  return {
    rules: fieldRules(addPersonForm),
    studio: { slug: ctx.studio.slug },
    locations: await listHomeLocations(ctx),
    key: newId(),
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'people:write')
  const posted = await readPosted(request, { megabytes: 20 })
  const refusal = await settlePicture(app, ctx, posted, { name: 'photo', folder: 'people' })
  const submission = parsePosted(posted, addPersonForm)
  if (submission.status !== 'success' || refusal)
    return invalid(submission, refusal ? { photo: [refusal] } : {})
  const result = await addPerson(ctx, submission.value)
  if (!result.ok) {
    const who = result.people.map(({ name }) => name).join(', ')
    return refused(submission, {
      code: result.reason,
      fields: { email: [`${who} already has this address. Tick below if they share it.`] },
    })
  }
  return redirectWithFlash(
    app,
    paths.managePerson(ctx.studio, result.personId),
    `${submission.value.name} added.`,
  )
}

export default function AddPerson() {
  const { rules, studio, locations, key } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  return (
    <>
      <BackLink to={paths.manageMembers(studio)}>Members</BackLink>
      <PageHead title="Add a person" intro="No email is sent to them." />
      <PersonForm
        studio={studio}
        rules={rules}
        locations={locations}
        answer={answer}
        values={{ key }}
        button="Add person"
        cancelPath={paths.manageMembers(studio)}
      />
    </>
  )
}
