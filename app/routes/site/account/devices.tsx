import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { deviceName, seenWords } from '#app/domain/identity/accounts/device-words.ts'
import { hasSession, listSessions } from '#app/domain/identity/sessions/session-queries.server.ts'
import { signOut } from '#app/domain/identity/sessions/sign-out.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { requireVisitor } from '#app/http/guards.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { AccountPage } from '#app/ui/account/account-page.tsx'
import { HiddenFields, SubmitButton } from '#app/ui/form/buttons.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = (args) => pageTitle('Your devices', args)

export const handle = {
  styles: ['button', 'entry', 'back-link', 'lines', 'tag', 'account-settings'],
} satisfies PageHandle

const schema = z.object({ device: z.union([z.literal('others'), z.uuid()]) })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, visitor } = await requireVisitor(context)
  const zone = { timeZone: visitor.timeZone ?? 'Europe/London', locale: 'en-GB' }
  const { now } = await app.loadVisitor()
  const sessions = await listSessions(app.directory, visitor.userId)
  return {
    devices: sessions.map((session) => ({
      id: session.id,
      name: deviceName(session.userAgent),
      seen: seenWords(session.refreshedAt, now, zone),
      since: seenWords(session.createdAt, now, zone),
      here: session.id === visitor.sessionId,
    })),
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { app, visitor } = await requireVisitor(context)
  const submission = await parseForm(request, schema)
  const device = submission.status === 'success' ? submission.value.device : ''
  const { userId } = visitor
  if (device !== 'others' && !(await hasSession(app.directory, { userId, sessionId: device }))) {
    throw refusalPage(
      'device_unknown',
      'This device is already signed out.',
      paths.accountPart('devices'),
    )
  }
  const ctx = identityContext(app)
  if (device === 'others') {
    await signOut(ctx, { userId, sessionId: visitor.sessionId, scope: 'others' })
    return redirectWithFlash(
      app,
      paths.accountPart('devices'),
      'Every other device has been signed out.',
    )
  }
  await signOut(ctx, { userId, sessionId: device, scope: 'local' })
  return redirectWithFlash(app, paths.accountPart('devices'), 'The device has been signed out.')
}

export default function Devices() {
  const { devices } = useLoaderData<typeof loader>()
  return (
    <AccountPage>
      <div className="stack">
        <h1>Your devices</h1>
        <p>Where you are signed in. A device that is signed out needs your password again.</p>
      </div>
      <ul className="lines devices">
        {devices.map(({ id, name, seen, since, here }) => (
          <li key={id}>
            <div>
              <b>{name}</b> {here && <span className="tag good">This device</span>}
              <span className="soft">
                Last seen {seen}. Signed in {since}.
              </span>
            </div>
            {!here && (
              <form method="post">
                <HiddenFields values={{ device: id }} />
                <button type="submit" className="button">
                  Sign out<span className="vh"> {name}</span>
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
      {devices.length > 1 && (
        <form method="post">
          <HiddenFields values={{ device: 'others' }} />
          <SubmitButton plain>Sign out every other device</SubmitButton>
        </form>
      )}
    </AccountPage>
  )
}
