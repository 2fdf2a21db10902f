import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { checkInTicket, findAdmitted } from '#app/domain/events/check-in-ticket.server.ts'
import { eventWithTypes } from '#app/domain/events/event-desk-pages.server.ts'
import { admittedWords } from '#app/domain/events/event-desk-words.ts'
import type { TicketRow } from '#app/domain/events/event-queries.server.ts'
import { priceWords } from '#app/domain/events/event-view.ts'
import { attendanceWindow, attendanceWords } from '#app/domain/places/attendance-window.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { SmallForm } from '#app/ui/form/small-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { asked } from '#app/values/field-rules.ts'
import { newId } from '#app/values/id.ts'
import { CodeScanner } from './code-scanner.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Admit guests: ${data.name}` : 'Admit guests', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'roster:write')
  const page = await eventWithTypes(ctx, params.event ?? '')
  if (!page) throw notFound()
  const admitted = app.url.searchParams.get('in') ?? ''
  const inside = admitted ? await findAdmitted(ctx, page.event.id, admitted.slice(0, 40)) : null
  const { event } = page
  const window = attendanceWindow(event, viewer.role, ctx.now)
  return {
    studio: { slug: ctx.studio.slug },
    rules: fieldRules(window.stage === 'reopen' ? reopening : form),
    id: event.id,
    name: event.name,
    counts: { admitted: event.admitted, taken: event.taken },
    on: event.state === 'on_sale' && window.stage !== 'closed',
    asksWhy: window.stage === 'reopen',
    ended: window.stage === 'open' ? '' : attendanceWords(window, ctx.studio),
    inside: inside && insideAnswer(inside, ctx.studio),
  }
}

/**
 * What the door reads after a code: whether someone comes in, and what to look at. Its key empties
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

const form = z.object({
  code: asked(z.string().max(200).default(''), {
    required: true,
    missing: 'Scan a ticket, or type its code',
  }),
  // Asked only where the page shows it.
  reason: asked(z.string().max(200).default(''), { required: true, missing: 'Give a reason' }),
  back: z.literal('list').optional(),
})

/** The same after the time to edit attendance, where the change needs a reason. */
const reopening = form.extend({
  reason: asked(z.string().max(200).default(''), { required: true, missing: 'Give a reason' }),
})

/**
 * Admits the holder of a code, once: 303 to the page that says so and takes the next code, or back
 * to the list; 422 with why not.
 */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'roster:write')
  const eventId = params.event ?? ''
  const submission = await parseForm(request, form)
  const { code, reason, back } =
    submission.status === 'success' ? submission.value : { code: '', reason: '', back: undefined }
  const result = await checkInTicket(ctx, eventId, code, reason)
  const ticket = 'ticket' in result ? result.ticket : null
  const answer = (ok: boolean, title: string, message: string, refusal: string | null) => {
    if (back === 'list') {
      const list = paths.manageEvent(ctx.studio, eventId)
      if (refusal) throw refusalPage(refusal, `${title}. ${message}`, list)
      return redirectWithFlash(app, list, `${title}. ${message}`)
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
  if ('window' in result) {
    return answer(false, 'Too late', attendanceWords(result.window, ctx.studio), result.reason)
  }
  switch (result.reason) {
    case 'already':
      return answer(
        false,
        'Already used',
        `${result.ticket.holderName}. ${admittedWords(result.ticket, ctx.studio)}.`,
        'already',
      )
    case 'refunded':
      return answer(
        false,
        'Returned',
        `${result.ticket.holderName}’s ticket was returned and is not valid.`,
        'refunded',
      )
    case 'banned':
      return answer(
        false,
        'Banned',
        `${result.ticket.holderName} is banned from the studio. Don’t let them in.`,
        'banned',
      )
    case 'not_confirmed':
      return answer(
        false,
        'Not confirmed',
        'The order was never confirmed. Sell them a ticket instead.',
        'not_confirmed',
      )
    case 'cancelled':
      return answer(false, 'Not valid', 'This ticket is no longer valid.', 'cancelled')
    case 'other_event':
      return answer(false, 'Another event', 'This ticket is for another event.', 'other_event')
    case 'unknown':
      return answer(
        false,
        'Unknown code',
        'No ticket has this code. A ticket that was passed on has a new code: find the guest ' +
          'by name.',
        'unknown',
      )
  }
}

export default function AdmitGuests() {
  const { studio, id, name, counts, on, asksWhy, ended, inside, rules } =
    useLoaderData<typeof loader>()
  const answer = (useActionData() as Answer | undefined) ?? inside
  return (
    <>
      <BackLink to={paths.manageEvent(studio, id)}>{name}</BackLink>
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
        <SmallForm
          key={answer?.key}
          id="admit"
          names={['code', 'reason']}
          rules={rules}
          action={paths.manageEventAct(studio, id, 'check-in')}
          className="sheet-form"
        >
          {({ code, reason }) => (
            <>
              {ended && <p className="muted">{ended}</p>}
              {asksWhy && <TextField field={reason} label="Reason" autoComplete="off" />}
              <CodeScanner field={code} />
              <div className="form-end">
                <button type="submit" className="button primary">
                  Admit
                </button>
                <Link className="button quiet" to={`${paths.manageEvent(studio, id)}#guests`}>
                  Find a guest by name
                </Link>
              </div>
            </>
          )}
        </SmallForm>
      ) : (
        <p className="muted">{ended || 'It’s not on sale, so you can’t admit guests.'}</p>
      )}
    </>
  )
}
