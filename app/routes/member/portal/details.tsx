import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import type * as z from 'zod'
import { detailsPage } from '#app/domain/overview/details-page.server.ts'
import { myDetailsSchema, noPhoto } from '#app/domain/people/my-details.ts'
import { updateMyDetails } from '#app/domain/people/update-my-details.server.ts'
import { pictureValue } from '#app/domain/storage/kept-image.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parsePosted, readPosted } from '#app/http/form.server.ts'
import { notFound, requireMember } from '#app/http/guards.server.ts'
import { postedText, settlePicture } from '#app/http/posted-picks.server.ts'
import { paths } from '#app/paths.ts'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import { shownValue } from '#app/ui/form/field-frame.tsx'
import { Form } from '#app/ui/form/form.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
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
  const { ctx, viewer } = await requireMember(context)
  const { shell, details } = await detailsPage(ctx, viewer)
  if (!details) throw notFound()
  const { slug, name, timeZone } = ctx.studio
  return {
    shell,
    details,
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

  const result = await updateMyDetails(ctx, submission.value)
  if (!result.ok) throw notFound()
  const text =
    result.changed.length > 0
      ? 'Your details are saved.'
      : 'Nothing was different, so nothing was changed.'
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
  const { details, email, rules, studio } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as PageFormAnswer | undefined
  const form = usePageForm<z.input<ReturnType<typeof myDetailsSchema>>>('details', answer, {
    rules,
    values: { ...details, birthDate: details.birthDate ?? undefined },
  })
  const { fields } = form
  return (
    <Main slim>
      <BackLink href={paths.portal(studio)}>Your account</BackLink>
      <Form
        of={form}
        names={names}
        title="My details"
        encType="multipart/form-data"
        intro={
          <p className="soft">{studio.name} sees these. Another studio you go to keeps its own.</p>
        }
      >
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
          value={pictureValue(shownValue(fields.photo))}
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
            You sign in as <b>{email}</b>. The address belongs to your account at every studio and
            is not changed here.
          </p>
          <SubmitButton>Save my details</SubmitButton>
        </div>
      </Form>
    </Main>
  )
}
