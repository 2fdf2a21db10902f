import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { followBuyer, typedAtStart } from '#app/domain/funnels/start-funnel.server.ts'
import { beginCheckout } from '#app/domain/sales/checkout/begin-checkout.server.ts'
import { begunCheckout } from '#app/domain/sales/checkout/begun-checkout.server.ts'
import {
  checkoutForm,
  choiceOf,
  searchOf,
  startOf,
  strangerForm,
} from '#app/domain/sales/checkout/checkout-choice.ts'
import { readCheckout } from '#app/domain/sales/checkout/checkout-quote.server.ts'
import { checkoutRefusalWords, checkoutView } from '#app/domain/sales/checkout/checkout-words.ts'
import { couponBuyerWords } from '#app/domain/sales/offers/coupon-words.ts'
import { begunCheckoutKey, keepBegunCheckout } from '#app/http/choices/begun-checkout.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { invalid, parsePosted, readPosted, refused } from '#app/http/form.server.ts'
import { notFound, requireBooker, requireMember, viewStudio } from '#app/http/guards.server.ts'
import { payingContext } from '#app/http/payments/payment-provider.server.ts'
import { mayOrder } from '#app/http/public-pages/may-order.server.ts'
import { mayTryGiftCode } from '#app/http/public-pages/may-try-code.server.ts'
import { pathFor } from '#app/paths/path-for.ts'
import { paths } from '#app/paths.ts'
import { chosenOf, useFamily } from '#app/ui/family/chosen.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { usePageForm } from '#app/ui/form/page-form.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { Timeline } from '#app/ui/list/timeline.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { formatsAt } from '#app/values/formats.ts'
import { randomCharacters } from '#app/values/id.ts'
import { clockTimeAt } from '#app/values/wording.ts'
import { Begun } from './begun.tsx'
import { buyerOf } from './buyer.server.ts'
import { Chosen } from './chosen.tsx'
import { Coupon } from './coupon.tsx'
import { GiftCard } from './gift-card.tsx'
import { NotNow } from './not-now.tsx'
import { lookAtGift, refusedGift, refusedPress, type ShownGift } from './refusal.server.ts'
import { ToPay, WaysToPay } from './to-pay.tsx'
import { YourDetails } from './your-details.tsx'

export const handle = {
  styles: ['back-link', 'button', 'checkout', 'class-row', 'form', 'sheet', 'timeline'],
} satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data
    ? [...pageTitle(titleOf(data.view), { matches }), { name: 'robots', content: 'noindex' }]
    : []

const titleOf = (view: { class: unknown; name: string }) =>
  view.class ? 'You are booking' : `Buy ${view.name}`

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await viewStudio(context)
  // Who has an account and no place here joins first.
  if (viewer && viewer.personId === null) await requireMember(context)
  const choice = choiceOf(app.url.searchParams)
  const start = startOf(app.url.searchParams)
  const quote = await readCheckout(ctx, viewer?.personId ?? null, choice, viewer)
  if (!quote) throw notFound()
  const { slug, name, legalName } = ctx.studio
  const formats = formatsAt(ctx.studio, ctx.now)
  const { shell, refusal, couponRefusal, online } = quote
  const begun = viewer ? null : await begunCheckout(ctx, begunCheckoutKey(app), choice.occurrenceId)
  return {
    shell,
    studio: { slug, name, seller: legalName || name },
    choice,
    key: randomCharacters(24),
    stranger: viewer === null,
    rules: fieldRules(strangerForm),
    view: checkoutView(quote, ctx.studio, ctx.now),
    refusal: refusal && {
      why: refusal,
      sentence: checkoutRefusalWords(refusal, formats),
    },
    couponRefusal: couponRefusal && couponBuyerWords[couponRefusal],
    begun: begun && {
      href: paths.checkoutKey(ctx.studio, begun.key),
      until: clockTimeAt(begun.until, ctx.studio.timeZone, ctx.studio.locale),
    },
    online: online && payingContext(app.env, ctx) !== null,
    start,
    typed: viewer || !start ? null : await typedAtStart(ctx, start),
    here: paths.checkout(ctx.studio, { ...searchOf(choice), ...(start ? { start } : {}) }),
  }
}

/**
 * Buys what was chosen: 303 to the purchase, which leads on to the provider or says what was booked;
 * 422 with why not and everything typed kept.
 */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx, viewer } = await viewStudio(context)
  const choice = choiceOf(app.url.searchParams)
  const member = viewer ? await requireBooker(context) : null
  const posted = await readPosted(request)
  const tryCode = () =>
    mayTryGiftCode(app, ctx.studio.id, { userId: viewer?.userId ?? null, staff: false })
  const begunKey = viewer ? null : begunCheckoutKey(app)
  if (posted.get('method') === 'gift')
    return lookAtGift(posted, ctx, viewer, choice, { mayTry: tryCode, begunKey })
  const submission = parsePosted(posted, viewer ? checkoutForm : strangerForm)
  if (submission.status !== 'success') return invalid(submission)
  const { key, method, shown: shownMinor } = submission.value
  const typed = submission.value as { name?: string; email?: string; phone?: string }
  const { name = '', email = '', phone = '' } = typed
  const order = { personId: member?.ctx.person.id ?? null, email, tickets: 1 }
  if (!(await mayOrder(app, ctx.studio.id, order))) {
    const form = ['You tried this very often. Wait some minutes, or call us.']
    return refused(submission, { form, code: 'too_many_tries' })
  }
  if (ctx.studio.state === 'archived') throw notFound()
  const own = member?.ctx ?? ctx
  const buyer = buyerOf(member, { name, email, phone })
  const at = paths.checkoutKey(ctx.studio, key)
  const paying = payingContext(app.env, own)
  const { giftCode: code, giftShown } = submission.value
  if (code && !(await tryCode())) return refusedGift(submission, 'too_many_tries')
  const gift = code ? { code, shownMinor: giftShown } : null
  const press = { key, method, shownMinor, gift, begunKey }
  const begun = await beginCheckout(own, paying, buyer, choice, press, {
    doneUrl: () => `${app.origin}${at}`,
  })
  if (begun.ok) {
    const start = startOf(app.url.searchParams)
    if (start) await followBuyer(ctx, start, key)
    deliverSoon(app, ctx.db)
    if (!member && (begun.next === 'pay' || (gift && begun.next === 'mail')))
      keepBegunCheckout(app, key)
    return redirect(at, 303)
  }
  if (begun.reason === 'not_found') throw notFound()
  return refusedPress(submission, begun, ctx)
}

export default function Checkout() {
  const data = useLoaderData<typeof loader>()
  const {
    studio,
    choice,
    key,
    stranger,
    rules,
    refusal,
    couponRefusal,
    online,
    here,
    begun,
    start,
    typed,
  } = data
  const answer = useActionData() as (PageFormAnswer & { gift?: ShownGift }) | undefined
  const applied = answer?.gift ?? null
  const view = applied?.view ?? data.view
  const family = useFamily()
  const child = chosenOf(family)
  const form = usePageForm<{ name: string; email: string; phone: string; giftCode: string }>(
    'checkout',
    answer,
    {
      rules,
      ...(typed ? { values: typed } : {}),
    },
  )
  const { fields } = form
  const again = paths.prices(studio, choice.occurrenceId ? { for: choice.occurrenceId } : {})
  const errors = [
    ...(form.form.errors ?? []).map((text) => ({ field: null, text })),
    ...(['name', 'email', 'phone', 'giftCode'] as const).flatMap((name) =>
      (fields[name]?.errors ?? []).slice(0, 1).map((text) => ({ field: fields[name].id, text })),
    ),
  ]
  return (
    <Main slim>
      <BackLink to={again}>Prices</BackLink>
      <ErrorSummary id="checkout" errors={errors} refusal={form.refusal} />
      <div className="stack">
        <h1>{titleOf(view)}</h1>
        {child && (
          <p>
            For <b>{child.called}</b>. You pay.
          </p>
        )}
      </div>
      {begun && <Begun {...begun} />}
      <Chosen {...{ studio, view, choice }} />
      {refusal && !begun && <NotNow {...{ refusal, studio, choice, here }} when={view.when} />}
      {!refusal && (
        <form
          id="checkout"
          method="post"
          action={family ? pathFor(here, family.chosen) : here}
          className="stack wide-gap"
          noValidate
        >
          <HiddenFields values={{ key, shown: String(view.totalMinor) }} />
          {stranger && <YourDetails fields={fields} />}
          {view.effects.length > 0 && (
            <section className="stack" aria-labelledby="happens">
              <h2 id="happens">What happens</h2>
              <Timeline
                entries={view.effects.map(({ on, day, text, more, key: own }) => ({
                  key: `${on}${text}`,
                  when: day,
                  what: `${text} ${more}`,
                  now: own,
                }))}
              />
            </section>
          )}
          <ToPay {...{ view, choice, studio }} />
          <div className="stack">
            <p className="soft">
              By {view.class ? 'booking' : 'buying'} you agree to{' '}
              <a href={paths.rules(studio)}>{studio.name}’s rules</a>. {view.terms}
            </p>
            {view.contract && (
              <details>
                <summary>Terms of {view.offer.name}</summary>
                <p className="pre">{view.contract}</p>
              </details>
            )}
            <WaysToPay {...{ view, online, stranger }} seller={studio.seller} />
            {view.totalMinor > 0 && (
              <GiftCard field={fields.giftCode} applied={applied} here={here} />
            )}
          </div>
        </form>
      )}
      {(choice.packageId || choice.planId) && !refusal && (
        <Coupon {...{ studio, choice, start }} refusal={couponRefusal} />
      )}
    </Main>
  )
}
