import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { readConfiguration } from '#app/domain/identity/configuration.server.ts'
import { makeCalendarLink } from '#app/domain/people/calendar-link.server.ts'
import { calendarPage } from '#app/domain/timetable/calendar-feed-page.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm } from '#app/http/form.server.ts'
import { requireMember } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields, SubmitButton } from '#app/ui/form/buttons.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const handle = { styles: ['form', 'button', 'back-link', 'feed'] } satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => pageTitle('Your calendar', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requireMember(context)
  const { secret } = readConfiguration(app.env)
  const { shell, own } = await calendarPage(ctx, viewer, secret)
  const { slug, name } = ctx.studio
  return {
    shell,
    studio: { slug, name },
    replaces: own?.replaces ?? null,
    link: own?.token ? ctx.origin + paths.ownCalendar(ctx.studio, own.token) : null,
    publicLink: ctx.origin + paths.calendar(ctx.studio),
  }
}

/** `replaces` names the link the page showed, so that a form sent twice makes one new link. */
const schema = z.object({ replaces: z.string().max(64).optional() })

export async function action({ request, context }: ActionFunctionArgs) {
  const { app, ctx } = await requireMember(context)
  const submission = await parseForm(request, schema)
  if (submission.status !== 'success') return invalid(submission)
  const { replaces = '' } = submission.value
  await makeCalendarLink(ctx, { replaces, secret: readConfiguration(app.env).secret })
  const text = replaces
    ? 'Your new link is below. The old one no longer works.'
    : 'Your link is below.'
  return redirectWithFlash(app, paths.portalCalendar(ctx.studio), text)
}

/** The same address, opened by the device's calendar program instead of the browser. */
const subscribeHref = (link: string) => link.replace(/^https?:/, 'webcal:')

export default function Calendar() {
  const { studio, replaces, link, publicLink } = useLoaderData<typeof loader>()
  return (
    <Main slim>
      <BackLink to={paths.portal(studio)}>Your account</BackLink>
      <h1>Your classes in your calendar</h1>
      {replaces === null ? <NotYet studio={studio} /> : <Own link={link} replaces={replaces} />}
      <section className="stack" aria-labelledby="all">
        <h2 id="all">Everything at {studio.name}</h2>
        <p className="soft">
          All classes, whether you are in them or not. Anyone can use this link.
        </p>
        <LinkField id="public" label="Link of the studio's calendar" link={publicLink} />
        <p>
          <a className="button" href={subscribeHref(publicLink)}>
            Subscribe to all classes
          </a>
        </p>
      </section>
    </Main>
  )
}

function NotYet({ studio }: { studio: { name: string } }) {
  return (
    <form method="post" className="stack">
      <p>
        Make a secret link and give it to the calendar on your phone or computer. What you book,
        move and cancel at {studio.name} then appears there by itself.
      </p>
      <SubmitButton>Make my link</SubmitButton>
    </form>
  )
}

/** Without `link` it was made under a secret of the installation that has changed since. */
function Own({ link, replaces }: { link: string | null; replaces: string }) {
  return (
    <>
      <section className="stack" aria-labelledby="own">
        <h2 id="own">What you booked</h2>
        {link ? (
          <Subscribed link={link} />
        ) : (
          <p>
            Calendars with your link keep updating, but we can’t show the link again. To add another
            device, make a new one.
          </p>
        )}
      </section>
      <form method="post" className="stack">
        <HiddenFields values={{ replaces }} />
        <p className="soft">
          Anyone with the link can see what you booked, when and where, without signing in. If
          someone else has it, make a new one: calendars with the old link stop updating.
        </p>
        <SubmitButton plain>Make a new link</SubmitButton>
      </form>
    </>
  )
}

function Subscribed({ link }: { link: string }) {
  return (
    <>
      <p>
        Subscribe on this device, or copy the link into your calendar where it asks for a calendar
        “from URL” or “by internet address”. Calendars check for changes a few times a day.
      </p>
      <p>
        <a className="button primary big wide" href={subscribeHref(link)}>
          Subscribe on this device
        </a>
      </p>
      <LinkField id="link" label="Your secret link" link={link} />
    </>
  )
}

function LinkField({ id, label, link }: { id: string; label: string; link: string }) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="feed-link"
        readOnly
        rows={2}
        defaultValue={link}
        spellCheck={false}
      />
    </div>
  )
}
