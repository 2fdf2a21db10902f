import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { actOnTicket } from '#app/domain/events/act-on-ticket.server.ts'
import { ticketDeskPage } from '#app/domain/events/event-desk-pages.server.ts'
import { admittedWords, momentWords, ticketActWords } from '#app/domain/events/event-desk-words.ts'
import { ticketActForm } from '#app/domain/events/event-fields.ts'
import {
  priceWords,
  refundOf,
  refundPercentAt,
  ticketStage,
} from '#app/domain/events/event-view.ts'
import { isByHand } from '#app/domain/events/give-back-ticket.server.ts'
import { shownTicketCode } from '#app/domain/events/ticket-code.ts'
import { attendanceWindow, attendanceWords } from '#app/domain/places/attendance-window.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { money } from '#app/values/wording.ts'
import { TicketActs } from './ticket-acts.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Ticket of ${data.name}` : 'Ticket', { matches })

const ways = { free: 'Free', door: 'At the door', account: 'On their account' } as const

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'roster:write')
  const page = await ticketDeskPage(ctx, params.event ?? '', params.ticket ?? '')
  if (!page) throw notFound()
  const { event, ticket, others, timeline } = page
  const { slug, currency, locale } = ctx.studio
  const handles = may(viewer.role, 'entitlements:write')
  const percent = refundPercentAt(event, ctx.now)
  const paid = ticket.paid === 1
  const inside = ticket.state === 'checked_in'
  const window = attendanceWindow(event, viewer.role, ctx.now)
  const open = ticket.state === 'valid' && ctx.now < event.endsAt
  return {
    rules: {
      undo: fieldRules(ticketActForm, 'undo'),
      pass: fieldRules(ticketActForm, 'pass'),
      refund: fieldRules(ticketActForm, 'refund'),
    },
    studio: { slug },
    event: { id: event.id, name: event.name },
    id: ticket.id,
    name: ticket.holderName,
    stage: ticketStage(ticket.state, paid),
    admitted: admittedWords(ticket, ctx.studio),
    facts: [
      ['Ticket', ticket.typeName],
      ['Code', shownTicketCode(ticket.code)],
      ['Mail', ticket.holderEmail || 'None'],
      [
        'Ordered by',
        ticket.buyerEmail ? `${ticket.buyerName}, ${ticket.buyerEmail}` : ticket.buyerName,
      ],
      ...(handles
        ? [
            ['Price', priceWords(ticket.priceMinor, { currency, locale })],
            [
              'Money',
              ticket.priceMinor === 0
                ? 'Nothing to pay'
                : `${ways[ticket.pays]}, ${paid ? 'paid' : 'not paid yet'}`,
            ],
          ]
        : []),
      ...(ticket.refundMinor > 0 ? [['Refund', money(ticket.refundMinor, currency, locale)]] : []),
    ] as [string, string][],
    person: ticket.personId,
    others: others.map((other) => ({
      id: other.id,
      name: `${other.holderName}, ${other.typeName}`,
    })),
    timeline: timeline.map(({ action, actorName, reason, createdAt }, i) => ({
      key: `${i}`,
      when: momentWords(createdAt, ctx.studio),
      what: `${ticketActWords(action)} by ${actorName}${reason ? `: ${reason}` : ''}`,
    })),
    ended: inside && window.stage !== 'open' ? attendanceWords(window, ctx.studio) : '',
    can: {
      undo: inside && window.stage !== 'closed',
      pass: open,
      paid: handles && !paid && (ticket.state === 'valid' || ticket.state === 'checked_in'),
      given: handles && isByHand(ticket),
      refund:
        handles && ticket.state === 'valid'
          ? {
              rule: money(paid ? refundOf(ticket, percent) : 0, currency, locale),
              percent,
            }
          : null,
    },
  }
}

/** One act on one ticket: 303 to it with what was done, 422 with why not. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'roster:write')
  const submission = await parseForm(request, ticketActForm)
  if (submission.status !== 'success') return invalid(submission)
  const [eventId, ticketId] = [params.event ?? '', params.ticket ?? '']
  const act = submission.value
  if (act.act !== 'undo' && act.act !== 'pass')
    await requirePermission(context, 'entitlements:write')
  const result = await actOnTicket(
    { ...ctx, actor: { ...ctx.actor, role: viewer.role } },
    eventId,
    ticketId,
    act,
  )
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    return refused(submission, { form: [result.message], code: result.reason })
  }
  deliverSoon(app, ctx.db)
  return redirectWithFlash(app, paths.manageTicket(ctx.studio, eventId, ticketId), result.message)
}

export default function Ticket() {
  const data = useLoaderData<typeof loader>()
  const { studio, event, id, facts, person, others, timeline } = data
  return (
    <>
      <BackLink to={`${paths.manageEvent(studio, event.id)}#guests`}>{event.name}</BackLink>
      <PageHead
        title={
          <>
            {data.name} <Label {...data.stage} />
          </>
        }
        intro={data.admitted ? `${data.admitted}.` : ''}
      />
      <div className="split">
        <div className="sections">
          <TicketActs
            {...data}
            action={paths.manageTicket(studio, event.id, id)}
            rules={data.rules}
            answer={useActionData() as PageFormAnswer | undefined}
          />
        </div>
        <aside className="aside" aria-label="About the ticket">
          <section>
            <h2>About it</h2>
            <dl className="facts">
              {facts.map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
            {person && <Link to={paths.managePerson(studio, person)}>See the buyer</Link>}
          </section>
          {others.length > 0 && (
            <section>
              <h2>Of the same order</h2>
              <ul className="lines">
                {others.map((other) => (
                  <li key={other.id}>
                    <Link to={paths.manageTicket(studio, event.id, other.id)}>{other.name}</Link>
                  </li>
                ))}
              </ul>
            </section>
          )}
          {timeline.length > 0 && (
            <section>
              <h2>History</h2>
              <ul className="lines">
                {timeline.map(({ key, when, what }) => (
                  <li key={key}>
                    {what} <span className="muted">{when}</span>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </aside>
      </div>
    </>
  )
}
