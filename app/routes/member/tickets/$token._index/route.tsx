import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { confirmOrder, releaseOrder } from '#app/domain/events/confirm-order.server.ts'
import { ticketsPage } from '#app/domain/events/event-page.server.ts'
import { priceWords, refundRule, ticketCount, ticketsWords } from '#app/domain/events/event-view.ts'
import { type OrderRefusal, orderSentences } from '#app/domain/events/order-refusals.ts'
import { replaceTicketLink } from '#app/domain/events/replace-link.server.ts'
import { shownTicketCode } from '#app/domain/events/ticket-code.ts'
import { holderWords } from '#app/domain/events/ticket-words.ts'
import { orderPayment } from '#app/domain/sales/checkout/pay-order.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, viewStudio } from '#app/http/guards.server.ts'
import { payingContext } from '#app/http/payments/payment-provider.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { clockTimeAt, dayLongTime, money, zoneName } from '#app/values/wording.ts'
import { ConfirmOrder } from './confirm-order.tsx'
import { OrderPayment } from './order-payment.tsx'
import { payNow } from './pay-now.server.ts'
import { TicketList } from './ticket-list.tsx'

export const handle = {
  styles: ['back-link', 'button', 'say', 'pick', 'sheet', 'ticket', 'dock', 'print'],
} satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data
    ? [
        ...pageTitle(`${data.title}, ${data.name}`, { matches }),
        { name: 'robots', content: 'noindex' },
      ]
    : []

function titleOf({ held, lapsed, live }: { held: boolean; lapsed: boolean; live: number }): string {
  if (held) return 'Confirm your tickets'
  if (lapsed) return 'No longer kept'
  return live === 1 ? 'Your ticket' : 'Your tickets'
}

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await viewStudio(context)
  const secret = params.token ?? ''
  // Who comes back from paying finds the tickets confirmed.
  const payment = await orderPayment(ctx, payingContext(app.env, ctx), secret)
  const page = await ticketsPage(ctx, viewer, secret)
  if (!page) throw notFound()
  const { event, order, tickets, shell } = page
  const { slug, locale, currency, timeZone } = ctx.studio
  const formats = { locale, currency, timeZone }
  const held = order?.state === 'held' && (order.heldUntil ?? '') > ctx.now
  const lapsed = order !== null && !held && (order.state === 'held' || order.state === 'lapsed')
  const live = tickets.filter(
    ({ state, passedOn }) => (state === 'valid' || state === 'checked_in') && !passedOn,
  )
  const ahead = ctx.now < event.startsAt
  return {
    studio: { slug },
    secret,
    payment: held || payment.view?.kind === 'wait' ? payment : { online: false, view: null },
    eventId: event.id,
    name: event.name,
    title: titleOf({ held, lapsed, live: live.length }),
    when: dayLongTime(event.localStart, locale),
    where: `${event.roomName}, ${event.location}. ${zoneName(timeZone, locale, event.startsAt)}.`,
    notes: event.notes,
    off: event.state === 'cancelled' ? event.cancelReason || 'No reason was given' : null,
    rule: refundRule(event, formats),
    ahead,
    replaceable: ahead && live.some(({ state }) => state === 'valid'),
    lapsed,
    held: held
      ? {
          until: clockTimeAt(order.heldUntil ?? ctx.now, timeZone, locale),
          what: ticketsWords(tickets.map(({ typeName }) => typeName)),
          tickets: ticketCount(tickets.length),
          total: priceWords(order.totalMinor, formats),
          free: order.totalMinor === 0,
          account: order.personId !== null && order.personId === (viewer?.self ?? viewer?.personId),
          to: order.email,
        }
      : null,
    owed:
      order?.state === 'confirmed' && order.pays === 'door'
        ? ((minor) => (minor > 0 ? money(minor, currency, locale) : null))(
            live
              .filter(({ paid }) => paid === 0)
              .reduce((sum, { priceMinor }) => sum + priceMinor, 0),
          )
        : null,
    tickets:
      held || lapsed
        ? []
        : tickets.map((ticket) => ({
            id: ticket.id,
            name: ticket.holderName,
            type: `${ticket.typeName}, ${priceWords(ticket.priceMinor, formats)}`,
            message: holderWords(ticket, formats),
            code:
              !ticket.passedOn && ticket.state === 'valid'
                ? { raw: ticket.code, shown: shownTicketCode(ticket.code) }
                : null,
            acts: ahead && ticket.state === 'valid' && !ticket.passedOn,
          })),
    shell,
  }
}

const form = z.object({
  act: z.enum(['confirm', 'release', 'replace', 'pay']).default('confirm'),
  pays: z.enum(['door', 'account']).default('door'),
})

type Answer = { refusal: OrderRefusal | 'no_address'; message: string }

const noAddress =
  'We have no email address to send a new link to. Ask the desk to pass the tickets on to you.'

/**
 * Confirms what is held, gives it up, or replaces the link: 303 with what it did, 422 with why not.
 * Twice is once.
 */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { app, ctx, viewer } = await viewStudio(context)
  const token = params.token ?? ''
  const submission = await parseForm(request, form)
  const { act, pays } =
    submission.status === 'success' ? submission.value : { act: 'confirm', pays: 'door' as const }
  if (act === 'release') {
    await releaseOrder(ctx, token)
    return redirect(paths.tickets(ctx.studio, token), 303)
  }
  if (act === 'replace') {
    const replaced = await replaceTicketLink(ctx, token, {
      personId: viewer?.self ?? viewer?.personId ?? null,
    })
    if (!replaced.ok && replaced.reason === 'not_found') throw notFound()
    if (!replaced.ok)
      return json<Answer>({ refusal: 'no_address', message: noAddress }, { status: 422 })
    deliverSoon(app, ctx.db)
    return replaced.token
      ? redirectWithFlash(
          app,
          paths.tickets(ctx.studio, replaced.token),
          'This is your new link. The old one and its codes no longer work.',
        )
      : redirectWithFlash(
          app,
          paths.timetable(ctx.studio),
          'We’re emailing you a new link. The old one and its codes no longer work.',
        )
  }
  if (act === 'pay') return payNow(app, ctx, token)
  const result = await confirmOrder(ctx, token, {
    pays,
    personId: viewer?.self ?? viewer?.personId ?? null,
  })
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    return json<Answer>(
      { refusal: result.reason, message: orderSentences[result.reason] },
      { status: 422 },
    )
  }
  deliverSoon(app, ctx.db)
  return redirectWithFlash(
    app,
    paths.tickets(ctx.studio, token),
    'Confirmed. We’re emailing you the tickets too.',
  )
}

export default function Tickets() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData() as Answer | undefined
  const { studio, eventId, name, held, lapsed, off, owed } = data
  return (
    <Main slim>
      <BackLink to={paths.occurrence(studio, eventId)}>{name}</BackLink>
      <div className="stack">
        <h1>{data.title}</h1>
        <p>
          <b>
            {name}. {data.when}
          </b>
          <br />
          <span className="soft">{data.where}</span>
        </p>
        {data.notes && !held && <p>{data.notes}</p>}
        {off !== null && (
          <p className="say bad">
            <Icon name="off" />
            <span>
              <b>It’s cancelled.</b> {off.replace(/[.!?]*$/, '.')} You get back what you paid.
            </span>
          </p>
        )}
        {owed && (
          <p className="say warn">
            <Icon name="card" />
            <span>
              <b>{owed} is to pay at the door.</b>
            </span>
          </p>
        )}
      </div>
      {answer && (
        <p className="say bad" role="alert" data-refusal={answer.refusal}>
          <Icon name="warning" />
          <span>{answer.message}</span>
        </p>
      )}
      {data.payment.view && <OrderPayment view={data.payment.view} />}
      {held && data.payment.view?.kind !== 'wait' && (
        <ConfirmOrder {...data} held={held} online={data.payment.online} />
      )}
      {lapsed && (
        <div className="stack" data-refusal="lapsed">
          <p>{orderSentences.lapsed}</p>
          <a className="button primary" href={paths.orderTickets(studio, eventId)}>
            Order again
          </a>
        </div>
      )}
      {data.tickets.length > 0 && <TicketList {...data} />}
    </Main>
  )
}
