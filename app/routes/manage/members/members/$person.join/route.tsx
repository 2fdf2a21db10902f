import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { perInterval } from '#app/domain/entitlements/offer-words.ts'
import { joinForm } from '#app/domain/sales/memberships/join-form.ts'
import { joinPage } from '#app/domain/sales/memberships/join-page.server.ts'
import { sellMembership } from '#app/domain/sales/memberships/sell-membership.server.ts'
import { typedCode } from '#app/domain/sales/offers/coupon-form.ts'
import { couponRefusalWords } from '#app/domain/sales/offers/coupon-words.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { money } from '#app/values/wording.ts'
import { isLocalDate } from '#app/values/zone.ts'
import { JoinSale } from './join-sale.tsx'

export const handle = { styles: ['timeline'] } satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => pageTitle('Sell a membership', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'payments:take')
  const asked = app.url.searchParams
  const day = asked.get('startsOn') ?? ''
  const planId = asked.get('plan') ?? ''
  const coupon = typedCode.catch('').parse(asked.get('coupon') ?? '')
  const page = await joinPage(ctx, params.person ?? '', {
    coupon,
    planId,
    startsOn: isLocalDate(day) ? day : null,
  })
  if (!page) throw notFound()
  const { slug, currency, locale } = ctx.studio
  const { person, plans, guardians, startsOn, preview, couponRefusal } = page
  return {
    rules: fieldRules(joinForm),
    studio: { slug },
    person: { id: person.id, name: person.name },
    plan: planId,
    startsOn,
    coupon: { code: coupon, refusal: couponRefusal && couponRefusalWords[couponRefusal] },
    plans: plans.map(({ id, name, priceMinor, interval }) => ({
      value: id,
      label: `${name}, ${money(priceMinor, currency, locale)} ${perInterval[interval]}`,
    })),
    payers: [
      { value: '', label: person.name },
      ...guardians.map(({ id, name }) => ({ value: id, label: name })),
    ],
    // What it comes to is shown once the code is right.
    preview: couponRefusal ? null : preview,
    values: {
      ...{ key: newId(), offer: planId, startsOn, method: 'card', coupon },
      payer: guardians[0]?.id ?? '',
    },
  }
}

const refusals = {
  not_found: 'This plan was changed or taken off sale meanwhile. Choose it again.',
  full: 'As many people have this plan as may. Choose another.',
  holds_already: 'They already have this plan. Choose another, or a later first day.',
  starts_before: 'A membership starts today or later. Choose another day.',
  till_closed: 'Today’s takings are closed. Choose Pay later.',
}

/** Sells a membership: 303 to the profile, 422 with why not. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'payments:take')
  const submission = await parseForm(request, joinForm)
  if (submission.status !== 'success') return invalid(submission)
  const { key, offer, startsOn, method, note, payer, coupon } = submission.value
  const personId = params.person ?? ''
  const page = await joinPage(ctx, personId, { planId: offer, startsOn })
  if (!page) throw notFound()
  // Who pays is the person or somebody who looks after them.
  const payerId = page.guardians.find(({ id }) => id === payer)?.id ?? null
  const result = await sellMembership(ctx, personId, {
    ...{ key, planId: offer, startsOn, method, note, payerId, coupon },
  })
  if (!result.ok) {
    if (result.reason === 'coupon') {
      return refused(submission, { code: 'coupon', form: [couponRefusalWords[result.why]] })
    }
    return refused(submission, { code: result.reason, form: [refusals[result.reason]] })
  }
  const { currency, locale } = ctx.studio
  const price = money(result.dueNowMinor, currency, locale)
  const paid = method === 'later' ? `${price} to pay.` : `${price} taken.`
  return redirectWithFlash(
    app,
    paths.managePerson(ctx.studio, personId),
    result.dueNowMinor > 0 ? `${result.name} sold. ${paid}` : `${result.name} sold.`,
  )
}

export default function SellMembership() {
  const { studio, person, plan, plans, startsOn, coupon, preview, ...sale } =
    useLoaderData<typeof loader>()
  const profile = paths.managePerson(studio, person.id)
  return (
    <>
      <BackLink to={profile}>{person.name}</BackLink>
      <PageHead
        title="Sell a membership"
        intro={`To ${person.name}, billed by itself from then on.`}
      />
      {plans.length === 0 ? (
        <Empty
          icon="receipt"
          title="No plans on sale"
          text="Plans you put on sale can be sold here."
        >
          <Link className="button" to={paths.managePlans(studio)}>
            Memberships
          </Link>
        </Empty>
      ) : (
        <>
          <Form
            method="get"
            action={paths.managePersonJoin(studio, person.id)}
            className="sheet-form"
          >
            <div className="field">
              <label htmlFor="plan">Plan</label>
              <select id="plan" name="plan" defaultValue={plan} required>
                <option value="">Choose a plan</option>
                {plans.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            </div>
            <div className="field">
              <label htmlFor="startsOn">First day</label>
              <input id="startsOn" name="startsOn" type="date" defaultValue={startsOn} required />
            </div>
            <div className={coupon.refusal ? 'field wrong' : 'field'}>
              <label htmlFor="coupon">Coupon (optional)</label>
              {coupon.refusal && (
                <p className="bad" id="coupon-error">
                  <span className="vh">Error: </span>
                  {coupon.refusal}
                </p>
              )}
              <input
                id="coupon"
                name="coupon"
                type="text"
                maxLength={40}
                defaultValue={coupon.code}
                autoComplete="off"
                aria-invalid={coupon.refusal ? true : undefined}
                aria-describedby={coupon.refusal ? 'coupon-error' : undefined}
              />
            </div>
            <p>
              <button type="submit" className="button">
                See what it comes to
              </button>
            </p>
          </Form>
          {preview && (
            <JoinSale
              key={`${plan}:${startsOn}:${coupon.code}`}
              {...sale}
              studio={studio}
              person={person}
              preview={preview}
            />
          )}
        </>
      )}
    </>
  )
}
