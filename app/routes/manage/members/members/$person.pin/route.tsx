import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { readConfiguration } from '#app/domain/identity/configuration.server.ts'
import { findPerson } from '#app/domain/people/find-person.server.ts'
import { setPinAtDesk } from '#app/domain/reception/member-pin.server.ts'
import { pinForm } from '#app/domain/reception/reception-forms.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { type FormAnswer, invalid, parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Set a kiosk PIN', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'people:write')
  const person = await findPerson(ctx, params.person ?? '')
  if (!person) throw notFound()
  return {
    rules: fieldRules(pinForm),
    studio: { slug: ctx.studio.slug },
    person: { id: person.id, name: person.name },
  }
}

/** Sets somebody's PIN, new or in place of another: 303 to their profile. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'people:write')
  const submission = await parseForm(request, pinForm)
  if (submission.status !== 'success') return invalid(submission)
  const personId = params.person ?? ''
  const { pin } = submission.value
  const set = await setPinAtDesk(ctx, readConfiguration(app.env).secret, { personId, pin })
  if (!set) throw notFound()
  return redirectWithFlash(app, paths.managePerson(ctx.studio, personId), 'The PIN is set.')
}

export default function SetPin() {
  const { rules, studio, person } = useLoaderData<typeof loader>()
  const form = useLiveForm('pin', ['pin'] as const, { answer: useActionData<FormAnswer>(), rules })
  const profile = paths.managePerson(studio, person.id)
  return (
    <>
      <BackLink to={profile}>{person.name}</BackLink>
      <PageHead
        title={`Set a kiosk PIN for ${person.name}`}
        intro={
          'Kiosks ask for it after the name where you chose that under Reception, Kiosks. ' +
          'It replaces any PIN they had. Let them type it themselves.'
        }
      />
      <LiveFormBody of={form}>
        <div className="sheet-form">
          <TextField
            field={form.fields.pin}
            label="PIN"
            hint="4 to 6 digits"
            inputMode="numeric"
            autoComplete="off"
          />
        </div>
        <FormEnd sending="Saving…" cancel={profile}>
          Set PIN
        </FormEnd>
      </LiveFormBody>
    </>
  )
}
