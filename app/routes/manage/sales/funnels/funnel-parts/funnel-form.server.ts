/** What both forms of a funnel are given, and why one is refused. */
import { funnelForm } from '#app/domain/funnels/funnel-forms.ts'
import { funnelChoices } from '#app/domain/funnels/funnels-page.server.ts'
import type { SaveFunnelResult } from '#app/domain/funnels/save-funnel.server.ts'
import { couponGives } from '#app/domain/sales/offers/coupon-words.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { refused } from '#app/http/form.server.ts'
import { paths } from '#app/paths.ts'
import { money } from '#app/values/wording.ts'

/** The rules of the form and what it can choose. */
export async function funnelFormData(ctx: StudioContext) {
  const { slug, currency, locale } = ctx.studio
  const { offers, coupons } = await funnelChoices(ctx)
  return {
    rules: fieldRules(funnelForm),
    studio: { slug },
    address: `${ctx.origin}${paths.offer(ctx.studio, '')}`,
    offers: offers.map(({ value, name, priceMinor }) => ({
      value,
      name,
      label: `${name}, ${money(priceMinor, currency, locale)}`,
    })),
    coupons: coupons.map((coupon) => ({
      value: coupon.code,
      label: `${coupon.code}, ${couponGives(coupon, { currency, locale })}`,
    })),
  }
}

/** A funnel that was not saved: 422 beside the field. */
export function funnelRefused(
  submission: Parameters<typeof refused>[0],
  reason: Exclude<Extract<SaveFunnelResult, { ok: false }>['reason'], 'not_found'>,
) {
  const [field, sentence] = sentences[reason]
  return field
    ? refused(submission, { code: reason, fields: { [field]: [sentence] } })
    : refused(submission, { code: reason, form: [sentence] })
}

type Reason = Parameters<typeof funnelRefused>[1]

/** The field that each is about, and what is said there. */
const sentences: Record<Reason, [field: string, sentence: string]> = {
  slug_taken: ['slug', 'Another funnel has this address. Choose another.'],
  offer_gone: ['offer', 'This isn’t sold any more. Choose something else.'],
  coupon_gone: ['coupon', 'This coupon can’t be used any more. Choose another, or none.'],
  changed: ['', 'Someone else changed this meanwhile. Reload the page; yours isn’t saved.'],
}
