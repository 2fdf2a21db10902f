import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { changePerson } from '#app/domain/people/change-person.server.ts'
import { findPerson } from '#app/domain/people/find-person.server.ts'
import { personForm } from '#app/domain/people/person-fields.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { type FormAnswer, invalid, parsePosted, readPosted } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { settlePicture } from '#app/http/posted-picks.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { PersonForm } from '#app/ui/staff/person-form.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(`Change ${data?.values.name ?? 'details'}`, { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'people:write')
  const person = await findPerson(ctx, params.person ?? '')
  if (!person) throw notFound()
  const {
    id,
    name,
    preferredName,
    email,
    phone,
    birthDate,
    emergencyName,
    emergencyPhone,
    tags,
    photo,
  } = person
  return {
    rules: fieldRules(personForm),
    studio: { slug: ctx.studio.slug },
    id,
    values: {
      name,
      preferredName,
      email,
      phone,
      birthDate: birthDate ?? '',
      emergencyName,
      emergencyPhone,
      tags,
      photo,
    },
    account: person.hasAccount === 1,
  }
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'people:write')
  const posted = await readPosted(request, { megabytes: 20 })
  const refusal = await settlePicture(app, ctx, posted, { name: 'photo', folder: 'people' })
  const submission = parsePosted(posted, personForm)
  if (submission.status !== 'success' || refusal)
    return invalid(submission, refusal ? { photo: [refusal] } : {})
  const personId = params.person ?? ''
  if (!(await changePerson(ctx, personId, submission.value))) throw notFound()
  return redirectWithFlash(app, paths.managePerson(ctx.studio, personId), 'The details are saved.')
}

export default function EditPerson() {
  const { rules, studio, id, values, account } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const back = paths.managePerson(studio, id)
  return (
    <>
      <Link className="back" to={back}>
        <Icon name="back" /> {values.name}
      </Link>
      <PageHead
        title={`Change ${values.name}`}
        intro={
          account && 'They sign in with their own address. The one here is where the studio writes.'
        }
      />
      <PersonForm
        studio={studio}
        rules={rules}
        answer={answer}
        values={values}
        button="Save details"
        cancelPath={back}
      />
    </>
  )
}
