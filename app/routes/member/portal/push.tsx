import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { deviceName } from '#app/domain/identity/accounts/device-words.ts'
import { pushKinds } from '#app/domain/messaging/notification-kinds.ts'
import {
  choosePush,
  mostDevices,
  turnOffPush,
  turnOnPush,
} from '#app/domain/messaging/push/push-devices.server.ts'
import { pushForm } from '#app/domain/messaging/push/push-forms.ts'
import { pushPage } from '#app/domain/overview/notifications/push-page.server.ts'
import { pushScript } from '#app/http/device/own-script.server.ts'
import { devTools } from '#app/http/environment.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requireMember } from '#app/http/guards.server.ts'
import { pushKeyFrom } from '#app/http/message-transports.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields, SubmitButton } from '#app/ui/form/buttons.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { useOwnScripts } from '#app/ui/own-inline.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { dayLong } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

export const handle = {
  styles: ['form', 'button', 'back-link', 'lines', 'tag'],
} satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => pageTitle('Push messages', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requireMember(context)
  const { shell, devices, off } = await pushPage(ctx, viewer)
  const { session } = await app.loadVisitor()
  const { slug, name, timeZone, locale } = ctx.studio
  return {
    shell,
    studio: { slug, name },
    key: pushKeyFrom(app.env)?.publicKey ?? '',
    script: pushScript,
    here: devices.some(({ sessionId }) => sessionId === session?.id),
    devices: devices.map(({ id, name, createdAt, sessionId }) => ({
      id,
      name,
      here: sessionId === session?.id,
      since: dayLong(localDate(createdAt, timeZone), locale),
    })),
    off,
  }
}

const notADevice =
  'What this browser gave us is no push service that we can reach. Try another browser; emails and notices come as before.'

/** Turns a device on or off, or saves what comes on them: 303; 422 with why a device cannot be. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { app, ctx } = await requireMember(context)
  const submission = await parseForm(request, pushForm)
  if (submission.status !== 'success') throw notFound()
  const here = paths.portalPush(ctx.studio)
  const { value } = submission
  if (value.act === 'off') {
    await turnOffPush(ctx, value.device)
    return redirectWithFlash(app, here, 'Turned off. No push messages go to that device.')
  }
  if (value.act === 'choose') {
    const on = pushKinds.map(({ key }) => key).filter((key) => value[key] === 'on')
    await choosePush(ctx, on)
    return redirectWithFlash(app, here, 'Saved.')
  }
  const { session } = await app.loadVisitor()
  const { endpoint, publicKey, secret } = value
  const name = deviceName(request.headers.get('User-Agent') ?? '')
  const device = { endpoint, publicKey, secret, name, sessionId: session?.id ?? '' }
  const done = await turnOnPush(ctx, device, devTools(app.env))
  if (done.ok)
    return redirectWithFlash(app, here, 'Turned on. Push messages come to this device now.')
  const tooMany = `You get push messages on ${mostDevices} devices, which is the most. Turn one off first.`
  throw refusalPage(done.reason, done.reason === 'too_many' ? tooMany : notADevice, here)
}

export default function Push() {
  useOwnScripts()
  const { studio, key, script, here, devices, off } = useLoaderData<typeof loader>()
  return (
    <Main slim>
      <BackLink to={paths.portalNotifications(studio)}>Notifications</BackLink>
      <h1>Push messages</h1>
      <p className="soft">
        What comes under <a href={paths.notices(studio)}>Notices</a> at {studio.name} can also
        appear on your phone or computer, at once. It ends when you sign out there.
      </p>
      {key === '' ? (
        <p>Push messages can’t be sent here yet. Emails and notices come as usual.</p>
      ) : (
        <TurnOn studio={studio} pushKey={key} here={here} />
      )}
      {devices.length > 0 && (
        <section className="stack" aria-labelledby="devices">
          <h2 id="devices">Your devices</h2>
          <ul className="lines">
            {devices.map(({ id, name, since, here }) => (
              <li key={id} className="between">
                <span>
                  <b>{name}</b> {here && <span className="tag">This device</span>}
                  <br />
                  <span className="soft">Since {since}</span>
                </span>
                <form method="post">
                  <HiddenFields values={{ act: 'off' }} />
                  <button
                    type="submit"
                    className="button"
                    name="device"
                    value={id}
                    aria-label={`Turn off ${name}`}
                  >
                    Turn off
                  </button>
                </form>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Choices off={off} />
      {key !== '' && <script type="module" src={script} />}
    </Main>
  )
}

/** The parts take turns by script: without one, the first says that it takes one. */
function TurnOn(props: { studio: { name: string }; pushKey: string; here: boolean }) {
  const { studio, pushKey, here } = props
  return (
    <div data-push-key={pushKey} data-here={here || undefined} className="stack">
      <p data-part="without" hidden={here}>
        Turning push on needs JavaScript, which is off in this browser. Everything else on this page
        works without it.
      </p>
      <form method="post" data-part="form" hidden>
        <HiddenFields values={{ act: 'on' }} />
        <input type="hidden" name="endpoint" />
        <input type="hidden" name="publicKey" />
        <input type="hidden" name="secret" />
        <SubmitButton>Turn on for this device</SubmitButton>
      </form>
      <p data-part="unable" hidden>
        This browser can’t show push messages. On an iPhone or iPad, add {studio.name} to your Home
        Screen first (Share, Add to Home Screen), open it from there and come back to this page.
      </p>
      <p data-part="denied" hidden>
        Notifications of this site are blocked in your browser. Allow them in its settings for this
        site, then open this page again.
      </p>
      <p data-part="failed" hidden>
        Your browser couldn’t reach its push service. Check your connection and open this page
        again.
      </p>
    </div>
  )
}

function Choices({ off }: { off: readonly string[] }) {
  return (
    <form method="post" className="stack wide-gap">
      <HiddenFields values={{ act: 'choose' }} />
      <fieldset className="group">
        <legend>What comes on your devices</legend>
        {pushKinds.map(({ key, name, when }) => (
          <label key={key} className="tick">
            <input type="checkbox" name={key} value="on" defaultChecked={!off.includes(key)} />
            <span>
              <b>{name}</b>
              <br />
              <span className="soft">{when}</span>
            </span>
          </label>
        ))}
        <p className="soft">
          Changes and cancellations always come, so that you never come to a closed door.
        </p>
      </fieldset>
      <SubmitButton plain>Save</SubmitButton>
    </form>
  )
}
