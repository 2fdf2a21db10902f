import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import type * as z from 'zod'
import { detailsPage } from '#app/domain/overview/details-page.server.ts'
import { myDetailsSchema, noPhoto } from '#app/domain/people/my-details.ts'
import { updateMyDetails } from '#app/domain/people/update-my-details.server.ts'
import { portraitValue } from '#app/domain/storage/kept-image.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parsePosted, readPosted, refused } from '#app/http/form.server.ts'
import { notFound, requireMember } from '#app/http/guards.server.ts'
import { portraitsOf } from '#app/http/portraits.server.ts'
import { postedText, settlePicture } from '#app/http/posted-picks.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields, SubmitButton } from '#app/ui/form/buttons.tsx'
import { shownValue } from '#app/ui/form/field-frame.tsx'
import { Form } from '#app/ui/form/form.tsx'
import { openedVersion, type PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { usePageForm } from '#app/ui/form/page-form.ts'
import { DateField, TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { ImagePicker } from '#app/ui/picker/image-picker.tsx'
import { localDate } from '#app/values/zone.ts'

export const handle = {
  styles: ['form', 'details', 'button', 'back-link', 'image-plain'],
} satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => pageTitle('My details', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requireMember(context)
  const { shell, details } = await detailsPage(ctx, viewer)
  if (!details) throw notFound()
  const { version, ...values } = details
  const { slug, name, timeZone } = ctx.studio
  return {
    shell,
    version,
    details: values,
    portrait: portraitsOf(app)(details.photo),
    email: viewer.email,
    rules: fieldRules(myDetailsSchema(localDate(ctx.now, timeZone))),
    studio: { slug, name },
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { app, ctx } = await requireMember(context)
  const posted = await readPosted(request, { megabytes: 20 })
  const refusal = await settlePicture(app, ctx, posted, {
    name: 'photo',
    folder: 'people',
    mine: true,
  })
  if (postedText(posted, 'photoNone') !== '' && postedText(posted, 'photo') === '')
    posted.set('photo', noPhoto)
  const submission = parsePosted(posted, myDetailsSchema(localDate(ctx.now, ctx.studio.timeZone)))
  if (submission.status !== 'success' || refusal)
    return invalid(submission, refusal ? { photo: [refusal] } : {})

  const { version, ...said } = submission.value
  const result = await updateMyDetails(ctx, said, version)
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    const sentence =
      `What ${ctx.studio.name} knows of you has changed since you opened this page. ` +
      'Open it again and make your change there.'
    return refused(submission, { form: [sentence], code: result.reason })
  }
  const text = result.changed.length > 0 ? 'Your details are saved.' : 'Nothing was changed.'
  return redirectWithFlash(app, paths.portalDetails(ctx.studio), text)
}

const names = [
  'name',
  'preferredName',
  'phone',
  'birthDate',
  'emergencyName',
  'emergencyPhone',
  'photo',
] as const

export default function Details() {
  const { version, details, portrait, email, rules, studio } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as PageFormAnswer | undefined
  const form = usePageForm<z.input<ReturnType<typeof myDetailsSchema>>>('details', answer, {
    rules,
    values: { ...details, birthDate: details.birthDate ?? undefined },
  })
  const { fields } = form
  const photo = shownValue(fields.photo)
  return (
    <Main slim>
      <BackLink to={paths.portal(studio)}>Your account</BackLink>
      <Form
        of={form}
        names={names}
        title="My details"
        encType="multipart/form-data"
        intro={
          <p className="soft">
            {studio.name} sees these. Any other studio you go to keeps its own.
          </p>
        }
      >
        <HiddenFields values={{ version: openedVersion(answer, version) }} />
        <TextField field={fields.name} label="Full name" autoComplete="name" />
        <TextField
          field={fields.preferredName}
          label="What coaches call you"
          hint="Leave it empty to be called by your first name."
          autoComplete="nickname"
        />
        <TextField
          field={fields.phone}
          label="Phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
        />
        <DateField field={fields.birthDate} label="Date of birth" />
        <ImagePicker
          field={fields.photo}
          label="Photo"
          hint="The studio sees it on its lists. A picture of at most 20 MB."
          value={portraitValue(photo, photo === details.photo ? portrait : '')}
        />
        <fieldset className="group">
          <legend>In an emergency</legend>
          <TextField field={fields.emergencyName} label="Who to call" autoComplete="off" />
          <TextField
            field={fields.emergencyPhone}
            label="Their phone"
            type="tel"
            inputMode="tel"
            autoComplete="off"
          />
        </fieldset>
        <div className="stack">
          <p className="soft">
            You sign in as <b>{email}</b>. You use this address at every studio, so change it under
            Sign-in and devices.
          </p>
          <SubmitButton>Save details</SubmitButton>
        </div>
      </Form>
    </Main>
  )
}
