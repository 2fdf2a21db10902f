import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { giftPage } from '#app/domain/entitlements/gift-page.server.ts'
import { contentWords } from '#app/domain/entitlements/offers/package-kinds.ts'
import { couponRefusalWords } from '#app/domain/sales/offers/coupon-words.ts'
import { saleForm } from '#app/domain/sales/sell/sale-form.ts'
import { sellPackage } from '#app/domain/sales/sell/sell-package.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { DateField, TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { SaleMethod, SaleNote } from '#app/ui/sales/sale-payment.tsx'
import { newId } from '#app/values/id.ts'
import { money } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Sell a package', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'payments:take')
  const page = await giftPage(ctx, params.person ?? '')
  if (!page) throw notFound()
  const { slug, timeZone, currency, locale } = ctx.studio
  return {
    rules: fieldRules(saleForm),
    studio: { slug },
    person: { id: page.person.id, name: page.person.name },
    offers: page.packages.map((pack) => ({
      value: pack.id,
      label: `${pack.name}, ${money(pack.priceMinor, currency, locale)}, ${inLine(contentWords(pack))}`,
    })),
    values: { key: newId(), startsOn: localDate(ctx.now, timeZone), method: 'card' },
  }
}

/** "Any number" is "any number" behind a comma. */
const inLine = (words: string) => words.replace(/^Any/, 'any')

const refusals = {
  not_found: 'This package isn’t on sale any more. Choose another.',
  had_it: 'They had this package before, and it is sold once per person. Choose another.',
}

/** Sells a package: 303 to the profile, 422 beside the field. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'payments:take')
  const submission = await parseForm(request, saleForm)
  if (submission.status !== 'success') return invalid(submission)
  const { key, offer, startsOn, method, note, coupon } = submission.value
  const personId = params.person ?? ''
  const result = await sellPackage(ctx, personId, {
    key,
    packageId: offer,
    startsOn,
    method,
    note,
    coupon,
  })
  if (!result.ok) {
    if (result.reason === 'coupon') {
      const words = couponRefusalWords[result.why]
      return refused(submission, { code: 'coupon', fields: { coupon: [words] } })
    }
    const { reason } = result
    return refused(
      submission,
      reason === 'till_closed'
        ? { code: reason, form: ['Today’s takings are closed. Choose Pay later.'] }
        : { code: reason, fields: { offer: [refusals[reason]] } },
    )
  }
  const { currency, locale } = ctx.studio
  const price = money(result.priceMinor, currency, locale)
  const paid = method === 'later' ? `${price} to pay.` : `${price} taken.`
  return redirectWithFlash(
    app,
    paths.managePerson(ctx.studio, personId),
    `${result.name} sold. ${paid}`,
  )
}

export default function SellPackage() {
  const { rules, studio, person, offers, values } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('sale', ['offer', 'coupon', 'startsOn', 'method', 'note', 'key'], {
    answer,
    values,
    rules,
  })
  const { offer, coupon, startsOn, method, note, key } = form.fields
  const profile = paths.managePerson(studio, person.id)
  return (
    <>
      <BackLink to={profile}>{person.name}</BackLink>
      <PageHead title="Sell a package" intro={`To ${person.name}, with an invoice.`} />
      {offers.length === 0 ? (
        <Empty
          icon="receipt"
          title="No packages on sale"
          text="Packages you put on sale can be sold here."
        >
          <Link className="button" to={paths.managePackages(studio)}>
            Packages
          </Link>
        </Empty>
      ) : (
        <LiveFormBody of={form} className="sheet-form">
          <HiddenFields values={{ key: String(key.initialValue ?? '') }} />
          <SelectField field={offer} label="Package" empty="Choose a package" options={offers} />
          <TextField field={coupon} label="Coupon (optional)" autoComplete="off" />
          <SaleMethod field={method} />
          <DateField field={startsOn} label="First day" hint="Of a day pass: the day it is for." />
          <SaleNote field={note} />
          <FormEnd sending="Selling…" cancel={profile}>
            Sell package
          </FormEnd>
        </LiveFormBody>
      )}
    </>
  )
}
