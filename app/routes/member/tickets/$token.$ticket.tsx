import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { holderForm } from '#app/domain/events/event-fields.ts'
import { ticketPage } from '#app/domain/events/event-page.server.ts'
import { priceWords, refundOf, refundPercentAt, refundRule } from '#app/domain/events/event-view.ts'
import { giveBackTicket } from '#app/domain/events/give-back-ticket.server.ts'
import { type OrderRefusal, orderSentences } from '#app/domain/events/order-refusals.ts'
import { transferTicket } from '#app/domain/events/transfer-ticket.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parsePosted, readPosted, refused } from '#app/http/form.server.ts'
import { notFound, viewStudio } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { usePageForm } from '#app/ui/form/page-form.ts'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { money } from '#app/values/wording.ts'

export const handle = { styles: ['back-link', 'button', 'form', 'say'] } satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data
    ? [
        ...pageTitle(`Ticket of ${data.holder}`, { matches }),
        { name: 'robots', content: 'noindex' },
      ]
    : []

type TicketFacts = {
  priceMinor: number
  backMinor: number
  paid: number
  pays: string
  personId: string | null
}

function refundWords(
  { priceMinor, backMinor, paid, pays, personId }: TicketFacts,
  percent: number,
  back: string,
): string {
  const owes = pays === 'account' && paid === 0
  if (priceMinor === 0) return 'It was free, so there is no refund.'
  if (paid === 0 && !owes)
    return 'It isn’t paid yet, so there’s nothing to refund and nothing to pay.'
  if (owes && percent === 100) return 'It isn’t paid yet, and you no longer need to pay.'
  if (backMinor >= priceMinor) return 'It has been refunded already.'
  if (percent === 0) return 'No refund: the refund deadline has passed.'
  return `You get ${back} back ${personId ? 'on your account' : 'at the desk'}.`
}

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await viewStudio(context)
  const secret = params.token ?? ''
  const page = await ticketPage(ctx, viewer, secret, params.ticket ?? '')
  if (!page) throw notFound()
  const { ticket, event, buyer, shell } = page
  const { slug, currency, locale } = ctx.studio
  const open = ticket.state === 'valid' && ctx.now < event.startsAt
  const percent = refundPercentAt(event, ctx.now)
  const back = money(refundOf(ticket, percent), currency, locale)
  return {
    rules: fieldRules(holderForm),
    studio: { slug },
    secret,
    id: ticket.id,
    event: event.name,
    holder: ticket.holderName,
    what: `${ticket.typeName}, ${priceWords(ticket.priceMinor, { currency, locale })}`,
    open,
    transferable: event.transferable,
    back:
      open && buyer
        ? {
            percent,
            rule: refundRule(event, ctx.studio),
            message: refundWords(ticket, percent, back),
          }
        : null,
    shell,
  }
}

const backForm = z.object({ act: z.literal('back'), percent: z.coerce.number().int() })

/**
 * Passes the ticket on, or gives it back for what the page said: 303 with what it did, 422 with why
 * not.
 */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { app, ctx } = await viewStudio(context)
  const [secret, ticketId] = [params.token ?? '', params.ticket ?? '']
  const posted = await readPosted(request)
  const gives = posted.get('act') === 'back'
  const submission = gives ? parsePosted(posted, backForm) : parsePosted(posted, holderForm)
  if (submission.status !== 'success') return invalid(submission)
  const value = submission.value
  const result =
    'percent' in value
      ? await giveBackTicket(ctx, secret, ticketId, { expects: value.percent })
      : await transferTicket(ctx, secret, ticketId, value)
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    return refused(submission, {
      form: [orderSentences[result.reason as OrderRefusal]],
      code: result.reason,
    })
  }
  deliverSoon(app, ctx.db)
  if ('percent' in value)
    return redirectWithFlash(app, paths.tickets(ctx.studio, secret), 'Ticket returned.')
  const message = `The ticket is now ${value.name}’s, with a new code.`
  // Anyone who came by the ticket's own link has no ticket any more.
  const byBuyer = 'byBuyer' in result && result.byBuyer
  const next = byBuyer ? paths.tickets(ctx.studio, secret) : paths.timetable(ctx.studio)
  return redirectWithFlash(app, next, message)
}

export default function Ticket() {
  const data = useLoaderData<typeof loader>()
  const { rules, studio, secret, id, holder, what, open, transferable, back } = data
  const answer = useActionData() as PageFormAnswer | undefined
  const { form, fields, refusal } = usePageForm<{ name: string; email: string }>('pass', answer, {
    rules,
    values: { name: '', email: '' },
  })
  const errors = [
    ...(form.errors ?? []).map((text) => ({ field: null, text })),
    ...[fields.name, fields.email].flatMap(({ id: field, errors: message }) =>
      (message ?? []).slice(0, 1).map((text) => ({ field, text })),
    ),
  ]
  return (
    <Main slim>
      <BackLink to={paths.tickets(studio, secret)}>Tickets</BackLink>
      <ErrorSummary id="pass" errors={errors} refusal={refusal} />
      <div className="stack">
        <h1>Ticket of {holder}</h1>
        <p>
          {data.event}. {what}
        </p>
      </div>
      {!open && <p data-refusal="not_valid">This ticket can no longer be changed.</p>}
      {open && transferable && (
        <section className="stack mid-gap" aria-labelledby="pass">
          <h2 id="pass">Pass it on</h2>
          <p className="soft">
            The new holder gets their own code by email. Your code stops working.
          </p>
          <form
            id="pass-form"
            method="post"
            action={paths.ticket(studio, secret, id)}
            className="stack wide-gap"
            noValidate
          >
            <TextField field={fields.name} label="Name of the new holder" autoComplete="off" />
            <TextField
              field={fields.email}
              label="Their email address"
              type="email"
              autoComplete="off"
            />
            <SubmitButton>Pass on ticket</SubmitButton>
          </form>
        </section>
      )}
      {back && (
        <section className="stack mid-gap" aria-labelledby="back">
          <h2 id="back">Return the ticket</h2>
          <p className="soft">{back.rule}</p>
          <p>
            <b>{back.message}</b>
          </p>
          <form method="post" action={paths.ticket(studio, secret, id)}>
            <input type="hidden" name="percent" value={back.percent} />
            <button type="submit" className="button big wide" name="act" value="back">
              Return ticket
            </button>
          </form>
        </section>
      )}
    </Main>
  )
}
