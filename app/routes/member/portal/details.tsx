import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import type * as z from 'zod'
import { detailsPage } from '#app/domain/overview/details-page.server.ts'
import { isMinor } from '#app/domain/people/minors.ts'
import {
  type MyDetails,
  myDetailsSchema,
  noPhoto,
  photoAndName,
  toSaid,
} from '#app/domain/people/my-details.ts'
import { updateMyDetails } from '#app/domain/people/update-my-details.server.ts'
import { type PortalKey, portalRules, studioLets } from '#app/domain/scope/portal-rules.ts'
import { portraitValue } from '#app/domain/storage/kept-image.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parsePosted, readPosted, refused } from '#app/http/form.server.ts'
import { notFound, requireMember } from '#app/http/guards.server.ts'
import { portraitsOf } from '#app/http/portraits.server.ts'
import { postedText, settlePicture } from '#app/http/posted-picks.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields, SubmitButton } from '#app/ui/form/buttons.tsx'
import { CheckboxField } from '#app/ui/form/choice-field.tsx'
import { shownValue } from '#app/ui/form/field-frame.tsx'
import { Form } from '#app/ui/form/form.tsx'
import { type Field, openedVersion, type PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { usePageForm } from '#app/ui/form/page-form.ts'
import { DateField, TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { useStudioLets } from '#app/ui/layout/studio-lets.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { ImagePicker } from '#app/ui/picker/image-picker.tsx'
import { localDate } from '#app/values/zone.ts'

export const handle = {
  styles: ['form', 'details', 'button', 'back-link', 'image-plain', 'lines', 'say'],
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
    minor: isMinor(details.birthDate, localDate(ctx.now, timeZone)),
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { app, ctx } = await requireMember(context)
  const lets = (key: PortalKey) => studioLets(ctx.studio, key)
  const posted = await readPosted(request, { megabytes: 20 })
  const brings = [...posted.values()].some((value) => typeof value !== 'string')
  const refusal =
    brings && !lets('change_photo')
      ? portalRules.change_photo.off
      : await settlePicture(app, ctx, posted, { name: 'photo', folder: 'people', mine: true })
  if (postedText(posted, 'photoNone') !== '' && postedText(posted, 'photo') === '')
    posted.set('photo', noPhoto)
  const today = localDate(ctx.now, ctx.studio.timeZone)
  // A form from before the studio took its details over is refused; one since does not have them.
  const submission = parsePosted(
    posted,
    lets('edit_details') || posted.has('name') ? myDetailsSchema(today) : photoAndName,
  )
  if (submission.status !== 'success' || refusal)
    return invalid(submission, refusal ? { photo: [refusal] } : {})

  const { version, said } = toSaid(submission.value)
  const result = await updateMyDetails(ctx, said, version)
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    if (result.reason === 'ask_studio')
      return refused(submission, {
        form: [portalRules[lets('edit_details') ? 'change_photo' : 'edit_details'].off],
        code: result.reason,
      })
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
  'pronouns',
  'phone',
  'address',
  'birthDate',
  'emergencyName',
  'emergencyPhone',
  'photo',
  'showsName',
] as const

export default function Details() {
  const { version, details, portrait, email, rules, studio, minor } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as PageFormAnswer | undefined
  const form = usePageForm<z.input<ReturnType<typeof myDetailsSchema>>>('details', answer, {
    rules,
    values: {
      ...details,
      birthDate: details.birthDate ?? undefined,
      showsName: details.showsName ? 'on' : undefined,
    },
  })
  const { fields } = form
  const photo = shownValue(fields.photo)
  const lets = useStudioLets()
  const edits = lets('edit_details')
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
        {edits ? <OwnFields fields={fields} /> : <KeptFields details={details} />}
        {lets('change_photo') && (
          <ImagePicker
            field={fields.photo}
            label="Photo"
            hint="The studio sees it on its lists. A picture of at most 20 MB."
            value={portraitValue(photo, photo === details.photo ? portrait : '')}
          />
        )}
        {edits && (
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
        )}
        {lets('see_names') && !minor && (
          <fieldset className="group" id="names">
            <legend>Who’s coming</legend>
            <input type="hidden" name="named" value="asked" />
            <CheckboxField
              field={fields.showsName}
              label="Show my first name in classes I book to other members who show theirs"
            />
          </fieldset>
        )}
        <div className="stack">
          <p className="soft">
            You sign in as <b>{email}</b>. You use this address at every studio.{' '}
            <a href={paths.accountPart('email')}>Change your email</a>
          </p>
          {(edits || lets('change_photo') || lets('see_names')) && (
            <SubmitButton>Save details</SubmitButton>
          )}
        </div>
      </Form>
    </Main>
  )
}

type Kept = Omit<MyDetails, 'showsName'>
type Fields = Record<(typeof names)[number], Field>

function OwnFields({ fields }: { fields: Fields }) {
  return (
    <>
      <TextField field={fields.name} label="Full name" autoComplete="name" />
      <TextField
        field={fields.preferredName}
        label="What coaches call you"
        hint="Leave it empty to be called by your first name."
        autoComplete="nickname"
      />
      <TextField
        field={fields.pronouns}
        label="Pronouns"
        hint="Such as she/her. Coaches see them."
        autoComplete="off"
      />
      <TextField field={fields.phone} label="Phone" type="tel" inputMode="tel" autoComplete="tel" />
      <TextField field={fields.address} label="Address" autoComplete="street-address" />
      <DateField field={fields.birthDate} label="Date of birth" />
    </>
  )
}

/** What the studio keeps itself is only read here. */
function KeptFields({ details }: { details: Kept }) {
  const rows: [string, string | null][] = [
    ['Full name', details.name],
    ['What coaches call you', details.preferredName],
    ['Pronouns', details.pronouns],
    ['Phone', details.phone],
    ['Address', details.address],
    ['Date of birth', details.birthDate],
    [
      'Emergency contact',
      [details.emergencyName, details.emergencyPhone].filter(Boolean).join(', '),
    ],
  ]
  return (
    <>
      <dl className="lines tight">
        {rows.map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt className="soft">{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <p className="say">{portalRules.edit_details.off}</p>
    </>
  )
}
