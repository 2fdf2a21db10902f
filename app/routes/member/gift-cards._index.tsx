import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { refusalWords } from '#app/domain/bookings/availability/refusal-words.ts'
import { checkoutRefusalWords } from '#app/domain/sales/checkout/checkout-words.ts'
import { buyGiftCard, buyGiftPage } from '#app/domain/sales/gift-cards/buy-gift-card.server.ts'
import { buyGiftForm } from '#app/domain/sales/gift-cards/gift-to-buy.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requireMember, viewStudio } from '#app/http/guards.server.ts'
import { payingSentences } from '#app/http/payments/begin-payment.server.ts'
import { payingContext } from '#app/http/payments/payment-provider.server.ts'
import { mayOrder } from '#app/http/public-pages/may-order.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { usePageForm } from '#app/ui/form/page-form.ts'
import { DateField, TextField } from '#app/ui/form/text-field.tsx'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { formatsAt } from '#app/values/formats.ts'
import { randomCharacters } from '#app/values/id.ts'
import { localDate } from '#app/values/zone.ts'
import { YourDetails } from './checkout._index/your-details.tsx'

export const handle = {
  styles: ['back-link', 'button', 'checkout', 'form'],
} satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => pageTitle('Buy a gift card', { matches })

/** What a gift card is bought with, by anybody; 404 where the studio sells none online. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await viewStudio(context)
  if (viewer && viewer.personId === null) await requireMember(context)
  const page = await buyGiftPage(ctx, viewer)
  if (!page) throw notFound()
  const { slug, name, legalName } = ctx.studio
  const stranger = viewer === null
  return {
    ...page,
    online: page.online && payingContext(app.env, ctx) !== null,
    stranger,
    key: randomCharacters(24),
    studio: { slug, name, seller: legalName || name },
    rules: fieldRules(buyGiftForm(ctx.studio, localDate(ctx.now, ctx.studio.timeZone), stranger)),
  }
}

/**
 * Begins buying a gift card: 303 to the purchase, which leads on to the provider; 422 with why not
 * and everything typed kept.
 */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx, viewer } = await viewStudio(context)
  const member = viewer ? await requireMember(context) : null
  const own = member?.ctx ?? ctx
  const today = localDate(ctx.now, ctx.studio.timeZone)
  const submission = await parseForm(request, buyGiftForm(ctx.studio, today, member === null))
  if (submission.status !== 'success') return invalid(submission)
  const { key, method, amount, to, from, giftEmail, message, on } = submission.value
  const typed = submission.value as { name?: string; email?: string; phone?: string }
  const { name = '', email = '', phone = '' } = typed
  const order = { personId: member?.viewer.personId ?? null, email, tickets: 1 }
  if (!(await mayOrder(app, ctx.studio.id, order))) {
    const form = ['You tried this very often. Wait some minutes, or call us.']
    return refused(submission, { form, code: 'too_many_tries' })
  }
  if (ctx.studio.state === 'archived') throw notFound()
  const buyer = member
    ? ({
        kind: 'member',
        personId: member.viewer.personId,
        email: member.viewer.email,
        name: member.viewer.name,
      } as const)
    : ({ kind: 'stranger', name, email, phone } as const)
  const at = paths.checkoutKey(ctx.studio, key)
  const gift = { amountMinor: amount, to, from: from || buyer.name, email: giftEmail, message, on }
  const paying = payingContext(app.env, own)
  const press = { key, method }
  const begun = await buyGiftCard(own, paying, buyer, gift, press, {
    doneUrl: () => `${app.origin}${at}`,
  })
  if (begun.ok) {
    deliverSoon(app, ctx.db)
    return redirect(at, 303)
  }
  if (begun.reason === 'not_found') throw notFound()
  const { reason: code } = begun
  const sentences = {
    ...payingSentences,
    banned: refusalWords({ reason: 'banned', facts: {} }, formatsAt(ctx.studio, ctx.now)).sentence,
    left: checkoutRefusalWords({ reason: 'left' }, formatsAt(ctx.studio, ctx.now)),
    unpaid: 'You have three purchases to pay at the desk. Pay one of them first, or pay online.',
  }
  return refused(submission, { form: [sentences[code]], code })
}

const names = ['amount', 'to', 'from', 'giftEmail', 'on', 'message'] as const

type Typed = Record<(typeof names)[number] | 'name' | 'email' | 'phone', string>

export default function BuyGiftCard() {
  const { studio, key, stranger, rules, online, until } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = usePageForm<Typed>('gift-card', answer, { rules })
  const { fields } = form
  const asked = [...names, ...(stranger ? (['name', 'email', 'phone'] as const) : [])]
  const errors = [
    ...(form.form.errors ?? []).map((text) => ({ field: null, text })),
    ...asked.flatMap((name) =>
      (fields[name]?.errors ?? []).slice(0, 1).map((text) => ({ field: fields[name].id, text })),
    ),
  ]
  return (
    <Main slim>
      <BackLink to={paths.prices(studio)}>Prices</BackLink>
      <ErrorSummary id="gift-card" errors={errors} refusal={form.refusal} />
      <div className="stack">
        <h1>Buy a gift card</h1>
        <p>
          It pays for anything at {studio.name}, in parts if they like.{' '}
          {until ? `Bought today, it is good until ${until}.` : 'It doesn’t expire.'}
        </p>
      </div>
      <form
        id="gift-card"
        method="post"
        action={paths.buyGiftCard(studio)}
        className="stack wide-gap"
        noValidate
      >
        <HiddenFields values={{ key }} />
        <section className="stack" aria-labelledby="gift">
          <h2 id="gift">The gift</h2>
          <TextField field={fields.amount} label="Amount" inputMode="decimal" autoComplete="off" />
          <TextField field={fields.to} label="For (optional)" autoComplete="off" />
          <TextField
            field={fields.from}
            label="From (optional)"
            hint="Empty is your name."
            autoComplete="off"
          />
          <TextareaField field={fields.message} label="Message (optional)" rows={3} />
          <TextField
            field={fields.giftEmail}
            label="Email it to (optional)"
            hint="Leave empty to get it yourself, to print or to send on."
            type="email"
            autoComplete="off"
          />
          <DateField
            field={fields.on}
            label="Email it on (optional)"
            hint="Leave empty to send it as soon as it is paid."
          />
        </section>
        {stranger && <YourDetails fields={fields} hint="The receipt goes here." />}
        <div className="stack">
          <p className="soft">
            By buying you agree to <a href={paths.rules(studio)}>{studio.name}’s rules</a>. It can
            be spent once it is paid.
          </p>
          {online && (
            <>
              <button
                type="submit"
                name="method"
                value="online"
                className="button primary big wide"
              >
                Pay for the gift card
              </button>
              <p className="soft">With a card, on Stripe’s page. You pay {studio.seller}.</p>
            </>
          )}
          <button
            type="submit"
            name="method"
            value="desk"
            className={online ? 'button big wide' : 'button primary big wide'}
          >
            Get it, pay at the desk
          </button>
          <p className="soft">
            {stranger
              ? 'We email you a link first. Press it, then pay when you come: it is sent once you paid.'
              : 'Pay when you come: it is sent once you paid.'}
          </p>
        </div>
      </form>
    </Main>
  )
}
