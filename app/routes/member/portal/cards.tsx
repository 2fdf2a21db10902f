import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { chooseCard } from '#app/domain/payments/attempts/choose-card.server.ts'
import { removeCard } from '#app/domain/payments/attempts/remove-card.server.ts'
import { keepCard } from '#app/domain/sales/checkout/pay-online.server.ts'
import { cardsPage } from '#app/domain/sales/checkout/payment-page.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requireMember } from '#app/http/guards.server.ts'
import { answerBegun } from '#app/http/payments/begin-payment.server.ts'
import { payingContext } from '#app/http/payments/payment-provider.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { State } from '#app/ui/state/state.tsx'

export const handle = {
  styles: ['back-link', 'button', 'lines', 'state', 'tag'],
} satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => pageTitle('Your cards', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requireMember(context)
  const page = await cardsPage(ctx, viewer)
  const online = page.online && payingContext(app.env, ctx) !== null
  return { ...page, online, studio: { slug: ctx.studio.slug } }
}

const card = z.string().max(80).optional()
const form = z.object({ remove: card, choose: card })

/** Adds a card on the provider's page, chooses the one that is charged, or removes one: 303. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx, viewer } = await requireMember(context)
  const submission = await parseForm(request, form)
  if (submission.status !== 'success') throw notFound()
  const here = paths.portalCards(ctx.studio)
  const { remove, choose } = submission.value
  if (choose !== undefined) {
    const chosen = await chooseCard(ctx, viewer.personId, choose)
    if (!chosen.ok) throw notFound()
    return redirectWithFlash(app, here, 'Saved. What comes due is charged to this card.')
  }
  if (remove === undefined) {
    return answerBegun(app, ctx, here, (paying, back) => keepCard(paying, viewer, back))
  }
  const paying = payingContext(app.env, ctx)
  if (!paying) throw notFound()
  const removed = await removeCard(paying, viewer.personId, remove)
  if (!removed.ok && removed.reason === 'not_found') throw notFound()
  if (removed.ok) return redirectWithFlash(app, here, 'Card removed.')
  const text = 'We can’t reach Stripe just now, and the card is still there. Try again in a minute.'
  throw refusalPage(removed.reason, text, here)
}

export default function Cards() {
  const { studio, online, cards } = useLoaderData<typeof loader>()
  return (
    <Main slim>
      <BackLink to={paths.portal(studio)}>Your account</BackLink>
      <h1>Your cards</h1>
      {cards.length > 0 ? (
        <ul className="lines">
          {cards.map(({ id, name, ends, over, charged }) => (
            <li key={id} className="between">
              <span>
                <b>{name}</b> {over && <span className="tag bad">Out of date</span>}{' '}
                {charged && cards.length > 1 && <span className="tag">Used for payments</span>}
                <br />
                <span className="soft">{ends && `Ends ${ends}`}</span>
              </span>
              <form method="post" className="between">
                {!charged && (
                  <button
                    type="submit"
                    className="button"
                    name="choose"
                    value={id}
                    aria-label={`Use this for payments: ${name}`}
                  >
                    Use this
                  </button>
                )}
                {online && (
                  <button
                    type="submit"
                    className="button"
                    name="remove"
                    value={id}
                    aria-label={`Remove ${name}`}
                  >
                    Remove
                  </button>
                )}
              </form>
            </li>
          ))}
        </ul>
      ) : (
        <State icon="card" title="No card saved">
          <p>
            {online
              ? 'Save one, and you pay without typing it again.'
              : 'Paying online isn’t possible here. Pay at the desk.'}
          </p>
        </State>
      )}
      {cards[0]?.over && (
        <p className="bad">
          The card that is charged is out of date. Add the new one, and what comes due is charged to
          it.
        </p>
      )}
      {online && (
        <p>
          <a href={paths.portalTopUps(studio)}>Buy packs again with your card</a>
        </p>
      )}
      {online && (
        <form method="post">
          <SubmitButton>Add a card</SubmitButton>
          <p className="soft">
            On Stripe’s page. Stripe keeps the number; we see its last four digits.
          </p>
        </form>
      )}
    </Main>
  )
}
