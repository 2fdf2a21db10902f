import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { couponForm } from '#app/domain/sales/offers/coupon-form.ts'
import { couponOffers } from '#app/domain/sales/offers/coupons-page.server.ts'
import { addCoupon } from '#app/domain/sales/offers/save-coupon.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { CheckboxField, SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { DateField, TextField } from '#app/ui/form/text-field.tsx'
import { TickFields } from '#app/ui/form/tick-fields.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Add a coupon', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'offers:write')
  return {
    rules: fieldRules(couponForm(ctx.studio.currency)),
    studio: { slug: ctx.studio.slug },
    offers: await couponOffers(ctx),
    values: { key: newId(), gives: 'discount', audience: 'everyone' },
  }
}

/** Makes a coupon: 303 to the list, 422 beside the field. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'offers:write')
  const submission = await parseForm(request, couponForm(ctx.studio.currency))
  if (submission.status !== 'success') return invalid(submission)
  const result = await addCoupon(ctx, submission.value)
  if (!result.ok) {
    return refused(
      submission,
      result.reason === 'code_taken'
        ? {
            code: result.reason,
            fields: {
              couponCode: ['Another coupon has this code. Choose another, or stop that one.'],
            },
          }
        : {
            code: result.reason,
            form: ['One of the plans or packages is gone. Reload the page and try again.'],
          },
    )
  }
  const { couponCode } = submission.value
  return redirectWithFlash(app, paths.manageCoupons(ctx.studio), `${couponCode} can be used.`)
}

const names = [
  ...(['key', 'couponCode', 'gives', 'discount', 'audience', 'saleFrom', 'saleUntil'] as const),
  ...(['once', 'mostUses', 'offers'] as const),
] as const

export default function AddCoupon() {
  const { rules, studio, offers, values } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('coupon', names, { answer, values, rules })
  const { fields } = form
  const list = paths.manageCoupons(studio)
  return (
    <>
      <BackLink to={list}>Coupons</BackLink>
      <PageHead
        title="Add a coupon"
        intro="It counts from now on, or from the first day you set."
      />
      <LiveFormBody of={form} className="sheet-form">
        <HiddenFields values={{ key: String(fields.key.initialValue ?? '') }} />
        <TextField
          field={fields.couponCode}
          label="Code"
          hint="What people say at the desk, like SPRING-10."
          autoComplete="off"
        />
        <SelectField
          field={fields.gives}
          label="What it gives"
          options={[
            { value: 'discount', label: 'Something off the price' },
            { value: 'free_period', label: 'The first period of a membership free' },
          ]}
        />
        <TextField
          field={fields.discount}
          label="How much off"
          hint="An amount like 5.00 or a percentage like 10%. Of a membership, off its first bill."
          autoComplete="off"
        />
        <SelectField
          field={fields.audience}
          label="Who can use it"
          options={[
            { value: 'everyone', label: 'Everyone' },
            { value: 'new', label: 'People who never had a membership or a pack' },
          ]}
        />
        {offers.length > 0 && (
          <TickFields
            field={fields.offers}
            legend="What it is for"
            hint="Tick none for everything you sell."
            choices={offers}
            chosen={[]}
            answer={answer}
          />
        )}
        <DateField field={fields.saleFrom} label="First day (optional)" />
        <DateField field={fields.saleUntil} label="Last day (optional)" />
        <CheckboxField field={fields.once} label="Once per person" />
        <TextField
          field={fields.mostUses}
          label="Uses in all (optional)"
          hint="Empty is any number."
          inputMode="numeric"
        />
        <FormEnd sending="Saving…" cancel={list}>
          Add coupon
        </FormEnd>
      </LiveFormBody>
    </>
  )
}
