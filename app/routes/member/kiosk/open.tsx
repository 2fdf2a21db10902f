import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { signOut } from '#app/domain/identity/sessions/sign-out.server.ts'
import { findLinkedKiosk, openKiosk } from '#app/domain/reception/kiosks.server.ts'
import { forgetChoices } from '#app/http/choices/forget-choices.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { viewStudio } from '#app/http/guards.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { dropSession } from '#app/http/session-cookies.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields, SubmitButton } from '#app/ui/form/buttons.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { keepKiosk } from './kiosk-access/kiosk-access.server.ts'

export const handle = { styles: ['button'] } satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => [
  ...pageTitle('Open a kiosk', { matches }),
  { name: 'robots', content: 'noindex' },
]

const usedUp = 'This link no longer works. Make a new one at the desk.'

/** Looking opens nothing: programs look at links before people do. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await viewStudio(context)
  const secret = (app.url.searchParams.get('secret') ?? '').slice(0, 64)
  const kiosk = await findLinkedKiosk(ctx, secret)
  const { slug, name } = ctx.studio
  if (!kiosk) throw refusalPage('link_used', usedUp, paths.home(ctx.studio), 410)
  return { studio: { slug, name }, kiosk, secret, signedIn: viewer !== null }
}

const schema = z.object({ secret: z.string().min(1).max(64) })

/** Makes this device the kiosk, once, and signs it out: a tablet at the door belongs to nobody. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await viewStudio(context)
  const submission = await parseForm(request, schema)
  const secret =
    submission.status === 'success' ? await openKiosk(ctx, submission.value.secret) : null
  if (!secret) throw refusalPage('link_used', usedUp, paths.home(ctx.studio), 410)
  const { session } = await app.loadVisitor()
  if (session) {
    await signOut(identityContext(app), {
      userId: session.userId,
      sessionId: session.id,
      scope: 'local',
    })
    dropSession(app)
    forgetChoices(app)
  }
  keepKiosk(app, secret)
  return redirect(paths.kiosk(ctx.studio), 303)
}

export default function OpenKiosk() {
  const { studio, kiosk, secret, signedIn } = useLoaderData<typeof loader>()
  return (
    <Main slim>
      <h1>Make this device the kiosk “{kiosk.name}”?</h1>
      <p>
        People of {studio.name} then check in on it.{' '}
        {signedIn && 'You are signed out on this device. '}It can be shut from the desk.
      </p>
      <form method="post" action={paths.openKiosk(studio)}>
        <HiddenFields values={{ secret }} />
        <SubmitButton>Make it the kiosk</SubmitButton>
      </form>
    </Main>
  )
}
