import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { redirect } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { unsubscribeFrom } from '#app/domain/marketing/unsubscribe-from-campaign.server.ts'
import { endableName } from '#app/domain/messaging/notification-kinds.ts'
import { findUnsubscriber } from '#app/domain/people/consents/unsubscribe.server.ts'
import {
  endNotifications,
  stillNotified,
} from '#app/domain/people/notifications/end-notifications.server.ts'
import { notFound, viewStudio } from '#app/http/guards.server.ts'
import { readNotificationToken } from '#app/http/notification-links.server.ts'
import { paths } from '#app/paths.ts'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const handle = { styles: ['form', 'button'] } satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => [
  ...pageTitle('Unsubscribe', { matches }),
  { name: 'robots', content: 'noindex' },
]

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx } = await viewStudio(context)
  const token = params.token ?? ''
  const studio = { slug: ctx.studio.slug, name: ctx.studio.name }
  const ended = readNotificationToken(app.env, token)
  if (ended) {
    if (ended.studioId !== ctx.studio.id) throw notFound()
    return { studio, ends: endableName(ended.key), done: !(await stillNotified(ctx, ended)) }
  }
  const who = await findUnsubscriber(ctx, token)
  if (!who) throw notFound()
  return { studio, ends: null, done: who.done }
}

/** What a mail program sends of itself (RFC 8058): it follows no redirect. */
const isOneClick = async (request: Request): Promise<boolean> =>
  (await request.formData()).get('List-Unsubscribe') === 'One-Click'

/**
 * Ends news and offers, or one kind of email: 303 back to the page, 200 to a mail program that
 * presses it automatically, with the page.
 */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await viewStudio(context)
  const token = params.token ?? ''
  const ended = readNotificationToken(app.env, token)
  if (ended) {
    if (ended.studioId !== ctx.studio.id) throw notFound()
    await endNotifications(ctx, ended)
  } else if (!(await unsubscribeFrom(ctx, token, app.url.searchParams.get('from') ?? '')))
    throw notFound()
  return (await isOneClick(request)) ? null : redirect(paths.unsubscribe(ctx.studio, token), 303)
}

const newsWords = (name: string, done: boolean) =>
  done
    ? `${name} no longer sends you news and offers.`
    : `${name} will stop sending you news and offers by email and text.`

const kindWords = (name: string, ends: string, done: boolean) =>
  done ? `${name} no longer emails you: ${ends}.` : `${name} will stop emailing you: ${ends}.`

export default function Unsubscribe() {
  const { studio, ends, done } = useLoaderData<typeof loader>()
  return (
    <Main slim>
      <div className="stack">
        <h1>{done ? 'Unsubscribed' : 'Unsubscribe?'}</h1>
        <p>{ends ? kindWords(studio.name, ends, done) : newsWords(studio.name, done)}</p>
        <p className="soft">
          {ends
            ? 'You still find them under Notices in your account, where you can also turn the emails on again.'
            : 'Messages about your bookings and payments still reach you.'}
        </p>
      </div>
      {!done && (
        <form method="post" className="stack">
          <SubmitButton>Unsubscribe</SubmitButton>
        </form>
      )}
    </Main>
  )
}
