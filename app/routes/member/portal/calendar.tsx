import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import * as z from 'zod'
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
  const { ctx, viewer } = await requireMember(context)
  const { shell, token } = await calendarPage(ctx, viewer)
  const { slug, name } = ctx.studio
  return {
    shell,
    studio: { slug, name },
    token,
    link: token ? ctx.origin + paths.ownCalendar(ctx.studio, token) : null,
    publicLink: ctx.origin + paths.calendar(ctx.studio),
  }
}

/** `replaces` is the secret the page showed, so that a form sent twice makes one new link. */
const schema = z.object({ replaces: z.string().max(64).optional() })

export async function action({ request, context }: ActionFunctionArgs) {
  const { app, ctx } = await requireMember(context)
  const submission = await parseForm(request, schema)
  if (submission.status !== 'success') return invalid(submission)
  const { replaces = '' } = submission.value
  await makeCalendarLink(ctx, { replaces })
  const text = replaces ? 'Your new link is below. The old one has stopped.' : 'Your link is below.'
  return redirectWithFlash(app, paths.portalCalendar(ctx.studio), text)
}

/** The same address, opened by the device's calendar program instead of the browser. */
const subscribeHref = (link: string) => link.replace(/^https?:/, 'webcal:')

export default function Calendar() {
  const { studio, token, link, publicLink } = useLoaderData<typeof loader>()
  return (
    <Main slim>
      <BackLink href={paths.portal(studio)}>Your account</BackLink>
      <h1>Your classes in your calendar</h1>
      {link ? <Subscribed link={link} token={token} /> : <NotYet studio={studio} />}
      <section className="stack" aria-labelledby="all">
        <h2 id="all">Everything at {studio.name}</h2>
        <p className="soft">
          All classes, whether you are in them or not. This link is for everybody.
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
        move and cancel at {studio.name} then stands there by itself.
      </p>
      <SubmitButton>Make my link</SubmitButton>
    </form>
  )
}

function Subscribed({ link, token }: { link: string; token: string | null }) {
  return (
    <>
      <section className="stack" aria-labelledby="own">
        <h2 id="own">What you booked</h2>
        <p>
          Subscribe on this device, or copy the link into your calendar where it asks for a calendar
          “from URL” or “by internet address”. Calendars look for news a few times a day.
        </p>
        <p>
          <a className="button primary big wide" href={subscribeHref(link)}>
            Subscribe on this device
          </a>
        </p>
        <LinkField id="link" label="Your secret link" link={link} />
      </section>
      <form method="post" className="stack">
        <HiddenFields values={{ replaces: token }} />
        <p className="soft">
          Who has the link sees what you booked, when and where, without signing in. If it got into
          other hands, make a new one: calendars that use the old one stop being kept up to date.
        </p>
        <SubmitButton plain>Make a new link, the old one stops</SubmitButton>
      </form>
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
