import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { changePerson } from '#app/domain/people/change-person.server.ts'
import { findPerson } from '#app/domain/people/find-person.server.ts'
import { listHomeLocations } from '#app/domain/people/home-location.server.ts'
import { changePersonForm } from '#app/domain/people/person-fields.ts'
import { withdrawPortraitLinks } from '#app/domain/people/withdraw-portrait.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import {
  type FormAnswer,
  invalid,
  outdated,
  parsePosted,
  readPosted,
} from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { portraitsOf } from '#app/http/portraits.server.ts'
import { settlePicture } from '#app/http/posted-picks.server.ts'
import type { RequestContext } from '#app/http/request-context.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { PersonForm } from '#app/ui/staff/person-form.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(`Change details${data ? ` of ${data.values.name}` : ''}`, { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'people:write')
  const [person, locations] = await Promise.all([
    findPerson(ctx, params.person ?? ''),
    listHomeLocations(ctx),
  ])
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
    pronouns,
    address,
    barcode,
    homeLocationId,
    referrer,
    tags,
    photo,
    version,
  } = person
  return {
    rules: fieldRules(changePersonForm),
    studio: { slug: ctx.studio.slug },
    locations,
    id,
    version,
    values: {
      name,
      preferredName,
      email,
      phone,
      birthDate: birthDate ?? '',
      emergencyName,
      emergencyPhone,
      pronouns,
      address,
      barcode,
      homeLocation: homeLocationId ?? '',
      referrer,
      tags,
      photo,
    },
    portrait: { kept: photo, link: portraitsOf(app)(photo) },
    account: person.hasAccount === 1,
  }
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'people:write')
  const posted = await readPosted(request, { megabytes: 20 })
  if (posted.get('act') === 'withdraw') return withdraw(app, ctx, params.person ?? '', posted)
  const refusal = await settlePicture(app, ctx, posted, { name: 'photo', folder: 'people' })
  const submission = parsePosted(posted, changePersonForm)
  if (submission.status !== 'success' || refusal)
    return invalid(submission, refusal ? { photo: [refusal] } : {})
  const personId = params.person ?? ''
  const { version, ...form } = submission.value
  const result = await changePerson(ctx, personId, form, version)
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    return outdated(submission, 'their details')
  }
  return redirectWithFlash(app, paths.managePerson(ctx.studio, personId), 'Details saved.')
}

const withdrawForm = z.object({ act: z.literal('withdraw'), kept: z.string().max(500) })

/** Ends links to the portrait that were passed on: 303 back to the page, 404 for nobody of ours. */
async function withdraw(
  app: RequestContext,
  ctx: StaffContext,
  personId: string,
  posted: FormData,
) {
  const submission = parsePosted(posted, withdrawForm)
  if (submission.status !== 'success') return invalid(submission)
  if (!(await findPerson(ctx, personId))) throw notFound()
  await withdrawPortraitLinks(ctx, personId, submission.value.kept)
  const text = 'Earlier links to the picture no longer work.'
  return redirectWithFlash(app, paths.managePersonAct(ctx.studio, personId, 'edit'), text)
}

export default function EditPerson() {
  const { rules, studio, locations, id, version, values, portrait, account } =
    useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const back = paths.managePerson(studio, id)
  return (
    <>
      <BackLink to={back}>{values.name}</BackLink>
      <PageHead
        title={`Change details of ${values.name}`}
        intro={account && 'They sign in with their own address. The studio writes to this one.'}
      />
      <PersonForm
        studio={studio}
        rules={rules}
        answer={answer}
        values={values}
        locations={locations}
        version={version}
        portrait={portrait}
        button="Save details"
        cancelPath={back}
      />
      {portrait.link && (
        <Form method="post" className="sheet-form">
          <HiddenFields values={{ act: 'withdraw', kept: portrait.kept }} />
          <p className="soft">
            Links to the picture stop working after a day. If someone passed one on, you can end
            them all now. The picture stays.
          </p>
          <div className="form-end">
            <button type="submit" className="button">
              End links to the picture
            </button>
          </div>
        </Form>
      )}
    </>
  )
}
