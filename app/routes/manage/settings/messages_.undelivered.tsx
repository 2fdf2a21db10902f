import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { failedAccountMailOf } from '#app/domain/messaging/failed-account-mail.server.ts'
import { retryUndelivered, undelivered } from '#app/domain/messaging/undelivered.server.ts'
import { retryForm } from '#app/domain/messaging/undelivered-form.ts'
import {
  kindName,
  notAgainWords,
  undeliveredShown,
} from '#app/domain/messaging/undelivered-words.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count, deadline } from '#app/values/wording.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Not delivered', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'settings:write')
  const [{ messages, all, again }, accounts] = await Promise.all([
    undelivered(ctx),
    failedAccountMailOf(app.directory, ctx.studio.id),
  ])
  const { slug, timeZone, locale } = ctx.studio
  const at = (ms: number) => deadline(new Date(ms).toISOString(), timeZone, locale)
  return {
    studio: { slug },
    all,
    again,
    accounts: accounts.map((one) => ({
      id: one.id,
      what: kindName(one.kind),
      to: one.to,
      invitation: one.invitationId,
      why: one.why || 'The server gave no reason.',
      tried: at(one.triedAtMs),
    })),
    messages: messages.map((one) => ({
      id: one.id,
      what: one.subject || kindName(one.kind),
      to: one.to,
      channel: one.channel === 'sms' ? 'Text' : 'Email',
      written: at(one.createdAtMs),
      why: `${one.why || 'The server gave no reason.'}`,
      tries: `${count(one.tries, 'try', 'tries')}, the last ${at(one.triedAtMs)}`,
      not: notAgainWords(one),
    })),
  }
}

/** Tries one or all of them again: 303 to the list. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'settings:write')
  const here = paths.manageUndelivered(ctx.studio)
  const submission = await parseForm(request, retryForm)
  if (submission.status !== 'success')
    throw refusalPage('nothing_chosen', 'Choose what to try again.', here)
  const { message } = submission.value
  const result = await retryUndelivered(ctx, message === 'all' ? null : message)
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    throw refusalPage('not_again', 'This one can’t be sent again. The list says why.', here)
  }
  deliverSoon(app, ctx.db)
  const text =
    result.tried === 0
      ? 'Nothing was waiting to be tried again.'
      : `Trying ${count(result.tried, 'message')} again. What fails once more comes back here.`
  return redirectWithFlash(app, here, text)
}

export default function Undelivered() {
  const { studio, all, again, messages, accounts } = useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.manageLetters(studio)}>Emails and texts</BackLink>
      <PageHead
        title="Not delivered"
        intro="What mail and SMS servers refused at each of six tries over ten hours. Trying again sends to the same address: where that is wrong, correct it on the profile for what comes next."
        actions={
          again > 1 && (
            <Form method="post">
              <button type="submit" className="button" name="message" value="all">
                Try all {again} again
              </button>
            </Form>
          )
        }
      />
      {messages.length > 0 ? (
        <Table
          caption={`Emails and texts that were given up, newest first${all > undeliveredShown ? `, ${undeliveredShown} of ${all}` : ''}`}
          rows={messages}
          rowKey={({ id }) => id}
          columns={[
            { name: 'What', place: 'name', cell: ({ what }) => what },
            { name: 'To', place: 'under', cell: ({ to }) => to },
            { name: 'By', place: 'desk', cell: ({ channel }) => channel },
            { name: 'Written', place: 'desk', date: true, cell: ({ written }) => written },
            {
              name: 'Why',
              place: 'under',
              cell: ({ why, tries, not }) => `${why} (${tries}). ${not}`,
            },
            {
              name: 'Again',
              place: 'state',
              cell: ({ id, not, to }) =>
                not ? (
                  'Not sent again'
                ) : (
                  <Form method="post">
                    <button type="submit" className="button small" name="message" value={id}>
                      Try again<span className="vh">, to {to}</span>
                    </button>
                  </Form>
                ),
            },
          ]}
        />
      ) : (
        <Empty
          icon="check"
          title="Everything went out"
          text="What can’t be delivered after six tries is listed here, with why, and can be tried again."
        />
      )}
      {accounts.length > 0 && (
        <section className="more" aria-labelledby="accounts">
          <div className="section-head">
            <h2 id="accounts">Invitations, and links and codes to sign in</h2>
          </div>
          <p className="muted">
            Check the address or number with the person. An invitation is sent again here. Links and
            codes to sign in are over: they ask for a new one on the page to sign in.
          </p>
          <Table
            caption="Emails and texts of accounts that were given up, newest first"
            rows={accounts}
            rowKey={({ id }) => id}
            columns={[
              { name: 'What', place: 'name', cell: ({ what }) => what },
              { name: 'To', place: 'under', cell: ({ to }) => to },
              { name: 'Why', place: 'under', cell: ({ why }) => why },
              { name: 'Last try', place: 'desk', date: true, cell: ({ tried }) => tried },
              {
                name: 'Again',
                place: 'state',
                cell: ({ invitation, to }) =>
                  invitation && (
                    <Link to={paths.manageInvitation(studio, invitation)}>
                      Invite again<span className="vh">, {to}</span>
                    </Link>
                  ),
              },
            ]}
          />
        </section>
      )}
    </>
  )
}
