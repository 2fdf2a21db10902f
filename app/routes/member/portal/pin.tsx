import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { readConfiguration } from '#app/domain/identity/configuration.server.ts'
import { setOwnPin } from '#app/domain/reception/member-pin.server.ts'
import { memberPinPage } from '#app/domain/reception/member-pin-page.server.ts'
import { pinForm } from '#app/domain/reception/reception-forms.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm } from '#app/http/form.server.ts'
import { requireMember } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import { Form } from '#app/ui/form/form.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { usePageForm } from '#app/ui/form/page-form.ts'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { dayLong } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

export const handle = { styles: ['button', 'form', 'back-link'] } satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => pageTitle('Your PIN for the kiosk', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requireMember(context)
  const { shell, setAt } = await memberPinPage(ctx, viewer)
  const { slug, name, timeZone, locale } = ctx.studio
  return {
    shell,
    rules: fieldRules(pinForm),
    studio: { slug, name },
    setOn: setAt && dayLong(localDate(setAt, timeZone), locale),
  }
}

/** Sets the PIN, new or in place of another: 303 to the code, 422 with what is wrong with it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { app, ctx } = await requireMember(context)
  const submission = await parseForm(request, pinForm)
  if (submission.status !== 'success') return invalid(submission)
  await setOwnPin(ctx, readConfiguration(app.env).secret, submission.value.pin)
  return redirectWithFlash(app, paths.portalCode(ctx.studio), 'Your PIN is set.')
}

export default function OwnPin() {
  const { rules, studio, setOn } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = usePageForm<{ pin: string }>('pin', answer, { rules, values: { pin: '' } })
  return (
    <Main slim>
      <BackLink to={paths.portalCode(studio)}>Your code for the door</BackLink>
      <Form
        of={form}
        names={['pin']}
        title="Your PIN for the kiosk"
        intro={
          <p>
            The kiosk at {studio.name} asks for it after your name.{' '}
            {setOn ? `Your PIN was set on ${setOn}. A new one replaces it.` : 'You have none yet.'}
          </p>
        }
      >
        <TextField
          field={form.fields.pin}
          label={setOn ? 'New PIN' : 'PIN'}
          hint="4 to 6 digits"
          inputMode="numeric"
          autoComplete="off"
        />
        <SubmitButton>{setOn ? 'Change PIN' : 'Set PIN'}</SubmitButton>
      </Form>
    </Main>
  )
}
