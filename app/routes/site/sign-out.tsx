import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { signOut } from '#app/domain/identity/sessions/sign-out.server.ts'
import { returnTarget } from '#app/http/after-sign-in.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { dropSession } from '#app/http/session-cookies.server.ts'
import { paths } from '#app/paths.ts'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import { EntryPage } from '#app/ui/layout/entry-page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

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

/** Signing out always works, also with a session that is long gone. */
export async function action({ context: { app } }: ActionFunctionArgs) {
  const { session } = await app.loadVisitor()
  const { next, studio } = await returnTarget(app)
  if (session) {
    await signOut(identityContext(app), {
      userId: session.userId,
      sessionId: session.id,
      scope: 'local',
    })
  }
  dropSession(app)
  return redirectWithFlash(
    app,
    next ?? (studio ? paths.home(studio) : paths.landing()),
    'You have been signed out',
  )
}

export default function SignOut() {
  const { studio, email } = useLoaderData<typeof loader>()
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
