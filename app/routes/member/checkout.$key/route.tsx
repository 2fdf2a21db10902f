import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { checkoutStatusPage } from '#app/domain/sales/checkout/checkout-status-page.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { notFound, viewStudio } from '#app/http/guards.server.ts'
import { payingContext } from '#app/http/payments/payment-provider.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { GiftBought } from './gift-bought.tsx'
import { ReceiptSum } from './receipt-sum.tsx'

export const handle = { styles: ['button', 'checkout', 'say', 'sheet'] } satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data ? [...pageTitle(data.title, { matches }), { name: 'robots', content: 'noindex' }] : []

/** On to the provider's page, and what was bought: coming back brings the payment up to date. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await viewStudio(context)
  const paying = payingContext(app.env, ctx)
  const page = await checkoutStatusPage(ctx, paying, viewer, params.key ?? '')
  if (!page) throw notFound()
  deliverSoon(app, ctx.db)
  const { slug, name } = ctx.studio
  const { choice } = page
  const restart = page.isGift
    ? paths.buyGiftCard(ctx.studio)
    : paths.checkout(ctx.studio, {
        ...(choice.occurrenceId ? { class: choice.occurrenceId } : {}),
        ...(choice.packageId ? { pack: choice.packageId } : {}),
        ...(choice.planId ? { plan: choice.planId } : {}),
      })
  return { ...page, title: titleOf(page), studio: { slug, name }, restart }
}

type Page = NonNullable<Awaited<ReturnType<typeof checkoutStatusPage>>>

function titleOf(page: Page): string {
  const { state, booked, firstName, forWhom, view, reason, choice, class: of } = page
  switch (state) {
    case 'done':
      if (page.isGift) return 'Your gift card'
      if (of && booked && forWhom) return `See ${forWhom} there`
      if (of && booked) return firstName ? `See you there, ${firstName}` : 'See you there'
      return forWhom ? `It is ${forWhom}’s` : 'It is yours'
    case 'refused':
      if (reason === 'already_booked') return 'You have a place already'
      return choice.occurrenceId ? 'Not booked' : 'Not bought'
    case 'mailed':
      return 'One more press'
    case 'over':
      return 'Nothing was bought'
    default:
      return view?.title ?? 'Pay'
  }
}

export default function CheckoutStatus() {
  const data = useLoaderData<typeof loader>()
  const { state, title, view, restart, email } = data
  return (
    <Main slim>
      {state === 'done' && <Done />}
      {state !== 'done' && <h1>{title}</h1>}
      {view?.problem && (
        <p className="say" role="alert">
          {view.problem}
        </p>
      )}
      {(state === 'pay' || state === 'wait') &&
        view?.text.map((sentence) => <p key={sentence}>{sentence}</p>)}
      {state === 'pay' && view?.page && (
        <p>
          <a className="button primary big wide" href={view.page.url} rel="noreferrer">
            {view.page.label}
          </a>
        </p>
      )}
      {state === 'pay' && (
        <p>
          <a href={restart}>Choose another way to pay</a>
        </p>
      )}
      {state === 'mailed' && (
        <>
          <p>
            We have sent a link to <b>{email}</b>. Press it within two hours and it is yours, to pay
            at the desk. No place is kept until then.
          </p>
          <p className="soft">
            Nothing there? Look in spam, or <a href={restart}>start again</a>.
          </p>
        </>
      )}
      {state === 'over' && (
        <p className="stack">
          <span>
            {view?.text[0] ?? 'It was not finished in time, or another purchase took its place.'}
          </span>
          <a className="button primary" href={restart}>
            Start again
          </a>
        </p>
      )}
      {state === 'refused' && <Refused />}
    </Main>
  )
}

/** What was paid for and could not be given: where the money is. */
function Refused() {
  const { paid, amount, studio, own, why } = useLoaderData<typeof loader>()
  return (
    <div className="stack">
      <p>
        {why}{' '}
        {paid
          ? `Your ${amount} is credit with ${studio.name}: use it for anything here, or ask us to pay it back.`
          : 'There is nothing to pay.'}
      </p>
      <p className="pair">
        <a className="button primary" href={paths.timetable(studio)}>
          See other classes
        </a>
        {own && (
          <a className="button" href={paths.portalInvoices(studio)}>
            See your account
          </a>
        )}
      </p>
    </div>
  )
}

function Done() {
  const data = useLoaderData<typeof loader>()
  const {
    studio,
    title,
    gift,
    class: of,
    booked,
    paid,
    free,
    amount,
    email,
    invoice,
    own,
    stranger,
    bookingId,
    why,
  } = data
  const lead = [booked ? 'Booked' : 'Bought', paid ? 'paid' : ''].filter(Boolean).join(' and ')
  return (
    <>
      <div className="stack">
        <p className="say good">
          <Icon name="check" />
          <span>{lead}</span>
        </p>
        <h1>{title}</h1>
        <p className="soft">
          {(paid || booked) && `An email is on its way to ${email || 'you'}. `}
          {!paid && !free && `${amount} to pay at the desk.`}
        </p>
      </div>
      {of && booked && (
        <section className="panel stack" aria-labelledby="class">
          <h2 id="class">{of.title}</h2>
          <p className="when">{of.when}</p>
          <p>{of.where}</p>
          <p>{of.terms}</p>
          <p className="pair">
            <a className="button" href={paths.occurrenceIcs(studio, of.id)}>
              Add to calendar
            </a>
            {own && bookingId && (
              <a className="button" href={paths.cancelBooking(studio, bookingId)}>
                Cancel
              </a>
            )}
          </p>
        </section>
      )}
      {of && !booked && (
        <section className="panel stack">
          <p>
            What you bought is yours, but {of.title}, {of.when}, could not be booked. {why}
          </p>
          <p>
            <a className="button primary" href={paths.timetable(studio)}>
              Book another class
            </a>
          </p>
        </section>
      )}
      {gift && <GiftBought gift={gift} />}
      {!of && !gift && (
        <p>
          <a className="button primary" href={paths.timetable(studio)}>
            Book a class
          </a>
        </p>
      )}
      {stranger && !gift && (
        <section className="stack" aria-labelledby="before">
          <h2 id="before">Before you come</h2>
          <p>
            Create an account with {email || 'your email address'}: you see what you have, cancel,
            and sign what the studio asks of you.
          </p>
          <p>
            <a
              className="button"
              href={paths.signUp({ next: paths.portal(studio), studio: studio.slug })}
            >
              Create an account
            </a>
          </p>
        </section>
      )}
      {invoice && (
        <section className="stack" aria-labelledby="receipt">
          <h2 id="receipt">{paid ? 'Receipt' : 'To pay at the desk'}</h2>
          <p className="soft">
            Invoice {invoice.reference}. {studio.name}.
          </p>
          <ReceiptSum invoice={invoice} left={paid ? '' : amount} />
          {own && (
            <p>
              <a href={paths.portalInvoice(studio, invoice.id)}>See the invoice</a>
            </p>
          )}
        </section>
      )}
    </>
  )
}
