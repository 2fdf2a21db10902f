import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { checkInTicket, findAdmitted } from '#app/domain/events/check-in-ticket.server.ts'
import { eventWithTypes } from '#app/domain/events/event-desk-pages.server.ts'
import { admittedWords } from '#app/domain/events/event-desk-words.ts'
import type { TicketRow } from '#app/domain/events/event-queries.server.ts'
import { priceWords } from '#app/domain/events/event-view.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { CodeScanner } from './code-scanner.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Admit guests, ${data.name}` : 'Admit guests', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'roster:write')
  const page = await eventWithTypes(ctx, params.event ?? '')
  if (!page) throw notFound()
  const asked = app.url.searchParams.get('in') ?? ''
  const inside = asked ? await findAdmitted(ctx, page.event.id, asked.slice(0, 40)) : null
  const { event } = page
  return {
    studio: { slug: ctx.studio.slug },
    id: event.id,
    name: event.name,
    counts: { admitted: event.admitted, taken: event.taken },
    on: event.state === 'on_sale',
    inside: inside && insideAnswer(inside, ctx.studio),
  }
}

/**
 * What the door reads after a code: whether somebody comes in, and what to look at. Its key empties
 * the field for the next.
 */
type Answer = {
  key: string
  ok: boolean
  title: string
  message: string
  refusal: string | null
  ticketId: string | null
}

/** Who came in by the code before this one, and what is still to be paid. */
function insideAnswer(
  { id, holderName, typeName, paid, priceMinor }: TicketRow,
  studio: { currency: string; locale: string },
): Answer {
  const owed = paid === 1 ? '' : ` To pay: ${priceWords(priceMinor, studio)}.`
  return {
    key: id,
    ok: true,
    title: `${holderName} is in`,
    message: `${typeName}.${owed}`,
    refusal: null,
    ticketId: id,
  }
}

const form = z.object({ code: z.string().max(200).default(''), back: z.literal('list').optional() })

/**
 * Admits the holder of a code, once: 303 to the page that says so and takes the next code, or back
 * to the list; 422 with why not.
 */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'roster:write')
  const eventId = params.event ?? ''
  const submission = await parseForm(request, form)
  const { code, back } =
    submission.status === 'success' ? submission.value : { code: '', back: undefined }
  const result = await checkInTicket(ctx, eventId, code)
  const ticket = 'ticket' in result ? result.ticket : null
  const answer = (ok: boolean, title: string, message: string, refusal: string | null) => {
    if (back === 'list') {
      return redirectWithFlash(
        app,
        paths.manageEvent(ctx.studio, eventId),
        `${title}. ${message}`,
        ok ? 'good' : 'bad',
      )
    }
    return json<Answer>(
      { key: newId(), ok, title, message, refusal, ticketId: ticket?.id ?? null },
      { status: 422 },
    )
  }
  if (result.ok) {
    const { title, message } = insideAnswer(result.ticket, ctx.studio)
    if (back === 'list') return answer(true, title, message, null)
    return redirect(
      paths.manageEventAct(ctx.studio, eventId, 'check-in', { in: result.ticket.id }),
      303,
    )
  }
  switch (result.reason) {
    case 'already':
      return answer(
        false,
        'Used already',
        `${result.ticket.holderName}. ${admittedWords(result.ticket, ctx.studio)}.`,
        'already',
      )
    case 'refunded':
      return answer(
        false,
        'Given back',
        `The ticket of ${result.ticket.holderName} was given back. It admits nobody.`,
        'refunded',
      )
    case 'not_confirmed':
      return answer(
        false,
        'Not confirmed',
        'The order was never confirmed. Sell a ticket by hand.',
        'not_confirmed',
      )
    case 'cancelled':
      return answer(false, 'Not valid', 'This ticket admits nobody any more.', 'cancelled')
    case 'other_event':
      return answer(false, 'Another event', 'This ticket is for another event.', 'other_event')
    case 'unknown':
      return answer(
        false,
        'Unknown code',
        'No ticket has this code. A ticket that was passed on has a new one: ' +
          'look for the guest by name.',
        'unknown',
      )
  }
}

export default function AdmitGuests() {
  const { studio, id, name, counts, on, inside } = useLoaderData<typeof loader>()
  const answer = (useActionData() as Answer | undefined) ?? inside
  return (
    <>
      <Link className="back" to={paths.manageEvent(studio, id)}>
        <Icon name="back" /> {name}
      </Link>
      <PageHead title="Admit guests" intro={`${counts.admitted} of ${counts.taken} are inside.`} />
      {answer && (
        <div className="notices">
          <div
            className={answer.ok ? 'notice good' : 'notice bad'}
            role="alert"
            data-refusal={answer.refusal ?? undefined}
          >
            <Icon name={answer.ok ? 'check' : 'off'} />
            <p>
              <b>{answer.title}.</b> {answer.message}
            </p>
            {answer.ticketId && (
              <div className="do">
                <Link className="button small" to={paths.manageTicket(studio, id, answer.ticketId)}>
                  See the ticket
                </Link>
              </div>
            )}
          </div>
        </div>
      )}
      {on ? (
        <Form
          method="post"
          action={paths.manageEventAct(studio, id, 'check-in')}
          className="sheet-form"
        >
          <CodeScanner key={answer?.key} />
          <div className="form-end">
            <button type="submit" className="button primary">
              Admit
            </button>
            <Link className="button quiet" to={`${paths.manageEvent(studio, id)}#guests`}>
              Find a guest by name
            </Link>
          </div>
        </Form>
      ) : (
        <p className="muted">It is not on sale, so nobody is admitted.</p>
      )}
    </>
  )
}
