import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { FunnelState } from '#app/db/studio/funnels/funnels-words.ts'
import { memberStartForm, strangerStartForm } from '#app/domain/funnels/funnel-forms.ts'
import { utmOf } from '#app/domain/funnels/funnel-words.ts'
import { offerPage } from '#app/domain/funnels/offer-page.server.ts'
import { findOffer } from '#app/domain/funnels/offer-queries.server.ts'
import { startFunnel } from '#app/domain/funnels/start-funnel.server.ts'
import { openedField } from '#app/domain/leads/capture/form-definition.ts'
import { searchOf } from '#app/domain/sales/checkout/checkout-choice.ts'
import type { CheckoutQuote } from '#app/domain/sales/checkout/checkout-quote.server.ts'
import { checkoutRefusalWords, checkoutView } from '#app/domain/sales/checkout/checkout-words.ts'
import { isStaff } from '#app/domain/scope/permissions.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { invalid, parsePosted, readPosted, refused } from '#app/http/form.server.ts'
import { notFound, viewStudio } from '#app/http/guards.server.ts'
import { mayPost, openedNow, spamOf, visitorKey } from '#app/http/public-pages/lead-door.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { shareMeta } from '#app/ui/share/share-meta.ts'
import { State } from '#app/ui/state/state.tsx'
import { formatsAt } from '#app/values/formats.ts'
import { newId } from '#app/values/id.ts'
import { StartForm } from './start-form.tsx'

export const handle = {
  styles: ['button', 'form', 'public-offer', 'say', 'sheet', 'state'],
} satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data
    ? [
        ...shareMeta(
          { matches },
          { title: data.headline, description: data.text[0] ?? data.headline, path: data.here },
        ),
        ...(data.open ? [] : [{ name: 'robots', content: 'noindex' }]),
      ]
    : []

/** What the page says instead of its form, where nobody can start. */
const closedWords = {
  paused: ['This offer is paused', 'It isn’t open at the moment. See what else you can buy.'],
  ended: ['This offer has ended', 'See what you can buy now.'],
  unsold: ['This offer isn’t on sale', 'See what you can buy now.'],
} as const

/** The page of a funnel. A view counts where no staff opens it; no cookie says who it was. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await viewStudio(context)
  const staff = viewer?.personId != null && isStaff(viewer.role)
  const ahead = /prefetch|prerender/.test(request.headers.get('Sec-Purpose') ?? '')
  const page = await offerPage(ctx, viewer, {
    slug: (params.offer ?? '').toLowerCase(),
    counts: !staff && !ahead && request.method === 'GET',
    who: viewer?.personId ?? visitorKey(app),
  })
  if (!page) throw notFound()
  const { shell, funnel, quote, news } = page
  const { state } = funnel
  if (state === 'draft' && !staff) throw notFound()
  const { slug, name } = ctx.studio
  const view = quote && checkoutView(quote, ctx.studio, ctx.now)
  const refusal =
    quote?.refusal && quote.refusal.reason !== 'sign_in' && quote.refusal.reason !== 'unsigned'
      ? checkoutRefusalWords(quote.refusal, formatsAt(ctx.studio, ctx.now))
      : null
  return {
    shell,
    studio: { slug, name },
    here: paths.offer(ctx.studio, funnel.slug),
    headline: funnel.headline,
    text: funnel.text.split('\n').filter(Boolean),
    draft: state === 'draft',
    open: state === 'live',
    closed: closedAs(state, quote !== null),
    refusal,
    offer: view && {
      ...view.offer,
      total: view.total,
      off: view.lines.length > 1,
      once: Boolean(quote.pack?.oncePerPerson),
      description: quote.pack?.description ?? quote.plan?.description ?? '',
    },
    form: {
      known: viewer?.personId != null,
      news,
      next: nextWords(quote, viewer?.personId != null),
      values: {
        key: newId(),
        half: funnel.half,
        utm: utmOf(app.url.searchParams),
        [openedField]: openedNow(app, funnel.id),
      },
      rules: fieldRules(strangerStartForm),
    },
  }
}

type Closed = keyof typeof closedWords

/** Why nobody can start; null where they can. */
function closedAs(state: FunnelState, sold: boolean): Closed | null {
  if (state === 'paused' || state === 'ended') return state
  return sold ? null : 'unsold'
}

/** What the checkout is about to do. */
function nextWords(quote: CheckoutQuote | null, known: boolean): string {
  if (!quote) return ''
  const account = quote.plan && !known ? ', with an account' : ''
  if (quote.totalMinor === 0) return `See what you get${account}`
  return `See the total, and pay ${quote.online ? 'online or at the desk' : 'at the desk'}${account}`
}

/** Starts at the funnel: 303 to the checkout of what it sells; 422 with everything typed kept. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { app, ctx, viewer } = await viewStudio(context)
  const slug = (params.offer ?? '').toLowerCase()
  const offer = await findOffer(ctx, slug)
  if (!offer || offer.state === 'draft') throw notFound()
  const personId = viewer?.self ?? viewer?.personId ?? null
  const posted = await readPosted(request)
  const submission = personId
    ? parsePosted(posted, memberStartForm)
    : parsePosted(posted, strangerStartForm)
  if (submission.status !== 'success') return invalid(submission)
  if (!(await mayPost(app, offer.id)))
    return refused(submission, {
      form: ['You tried this very often. Wait some minutes, or call us.'],
      code: 'too_many_tries',
    })
  const fields = [...posted.entries()].map(([name, value]) => [name, String(value)] as const)
  const { packageId, planId, coupon } = offer
  const choice = { occurrenceId: null, packageId, planId, coupon }
  // A program is led on as anybody is, and nothing is kept of it.
  if (!personId && (await spamOf(app, offer.id, fields)))
    return redirect(paths.checkout(ctx.studio, searchOf(choice)), 303)
  const typed = submission.value
  const begun = await startFunnel(ctx, slug, {
    key: typed.key,
    half: typed.half,
    utm: typed.utm,
    starter: personId
      ? { personId }
      : (typed as unknown as { name: string; email: string; phone: string; news: boolean }),
  })
  if (!begun.ok) {
    if (begun.reason === 'not_found') throw notFound()
    return refused(submission, {
      form: ['This offer isn’t open any more. See the prices for what you can buy now.'],
      code: begun.reason,
    })
  }
  deliverSoon(app, ctx.db)
  const { start } = begun
  return redirect(paths.checkout(ctx.studio, { ...searchOf(choice), start }), 303)
}

export default function Offer() {
  const data = useLoaderData<typeof loader>()
  const { studio, here, headline, text, offer, closed, draft, refusal, form } = data
  const answer = useActionData() as PageFormAnswer | undefined
  return (
    <Main slim>
      {draft && (
        <p className="say">This is a draft: only staff see it. Set it live for everyone else.</p>
      )}
      <div className="stack">
        <p className="soft">Offer at {studio.name}</p>
        <h1>{headline}</h1>
        {text.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      {closed ? (
        <div data-refusal={answer?.refusal ?? undefined}>
          <State icon="receipt" title={closedWords[closed][0]}>
            <p>{closedWords[closed][1]}</p>
            <p>
              <a className="button primary" href={paths.prices(studio)}>
                See the prices
              </a>
            </p>
          </State>
        </div>
      ) : (
        offer && (
          <>
            <section className="panel stack public-offer" aria-labelledby="offer">
              <h2 id="offer">{offer.name}</h2>
              <p className="price num">
                {offer.off && (
                  <s>
                    <span className="vh">Instead of </span>
                    {offer.price}
                  </s>
                )}{' '}
                <b>{offer.off ? offer.total : offer.price}</b> <small>{offer.sub}</small>
              </p>
              {[offer.description, offer.more].filter(Boolean).map((line) => (
                <p key={line}>{line}</p>
              ))}
              {offer.once && (
                <p className="soft">One per person: for people who haven’t had it yet.</p>
              )}
            </section>
            {refusal ? (
              <section className="panel stack" data-refusal="not_for_you">
                <p>{refusal}</p>
                <p>
                  <a className="button primary" href={paths.prices(studio)}>
                    See the prices
                  </a>
                </p>
              </section>
            ) : (
              <StartForm {...form} here={here} studio={studio} />
            )}
          </>
        )
      )}
    </Main>
  )
}
