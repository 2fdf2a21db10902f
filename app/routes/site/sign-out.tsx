import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { signOut } from '#app/domain/identity/sessions/sign-out.server.ts'
import { returnTarget } from '#app/http/after-sign-in.server.ts'
import { forgetChoices } from '#app/http/choices/forget-choices.server.ts'
import { forgetDevice, unsentCount } from '#app/http/device/unsent.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { readPosted } from '#app/http/form.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { dropSession } from '#app/http/session-cookies.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields, SubmitButton } from '#app/ui/form/buttons.tsx'
import { EntryPage } from '#app/ui/layout/entry-page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { count } from '#app/values/wording.ts'

export const meta: MetaFunction = (args) => pageTitle('Sign out', args)

export const handle = { styles: ['entry'] } satisfies PageHandle

export async function loader({ context: { app } }: LoaderFunctionArgs) {
  const { studio } = await returnTarget(app)
  const { visitor } = await app.loadVisitor()
  return {
    studio: studio && { slug: studio.slug, name: studio.name },
    email: visitor?.email ?? null,
  }
}

/**
 * Signing out always works, also with a session that is long gone. Where the device keeps what was
 * not sent yet, it is asked about first (409), as signing out clears it.
 */
export async function action({ request, context: { app } }: ActionFunctionArgs) {
  const { session } = await app.loadVisitor()
  const unsent = unsentCount(app)
  if (unsent > 0 && session && (await readPosted(request)).get('anyway') !== 'on')
    return json({ unsent }, { status: 409 })
  const { next, studio } = await returnTarget(app)
  if (session) {
    await signOut(identityContext(app), {
      userId: session.userId,
      sessionId: session.id,
      scope: 'local',
    })
  }
  dropSession(app)
  forgetChoices(app)
  return forgetDevice(
    app,
    redirectWithFlash(
      app,
      next ?? (studio ? paths.home(studio) : paths.landing()),
      'You have been signed out',
    ),
  )
}

export default function SignOut() {
  const { studio, email } = useLoaderData<typeof loader>()
  const asked = useActionData<{ unsent: number }>()
  if (asked)
    return (
      <EntryPage studio={studio}>
        <h1>Sign out?</h1>
        <p>
          {count(asked.unsent, 'thing')} on this device {asked.unsent === 1 ? 'isn’t' : 'aren’t'}{' '}
          sent yet. Signing out deletes {asked.unsent === 1 ? 'it' : 'them'} from this device.
        </p>
        <p>
          <a className="button big wide" href={studio ? paths.home(studio) : paths.landing()}>
            Stay signed in
          </a>
        </p>
        <form method="post">
          <HiddenFields values={{ anyway: 'on' }} />
          <SubmitButton plain>Sign out and delete</SubmitButton>
        </form>
      </EntryPage>
    )
  return (
    <EntryPage studio={studio}>
      <h1>Sign out</h1>
      <p>{email ? `You are signed in as ${email}.` : 'You are not signed in on this device.'}</p>
      <form method="post">
        <SubmitButton>Sign out on this device</SubmitButton>
      </form>
    </EntryPage>
  )
}
