/** The pages that sell a plan to a person: to a new member, and to one who comes back. */

import type * as z from 'zod'
import { perInterval } from '#app/domain/entitlements/offer-words.ts'
import type { joinForm } from '#app/domain/sales/memberships/join-form.ts'
import { joinPage } from '#app/domain/sales/memberships/join-page.server.ts'
import type {
  SellMembership,
  SellMembershipResult,
} from '#app/domain/sales/memberships/sell-membership.server.ts'
import { typedCode } from '#app/domain/sales/offers/coupon-form.ts'
import { couponRefusalWords } from '#app/domain/sales/offers/coupon-words.ts'
import { may, type Role } from '#app/domain/scope/permissions.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import { money } from '#app/values/wording.ts'
import { isLocalDate } from '#app/values/zone.ts'

/** A fee is waived by those who may take something off an invoice. */
const mayWaive = (role: Role) => may(role, 'invoices:write')

/** What the address of the page chose and what that comes to; `usual` is the plan it begins with. */
export async function loadJoin(
  ctx: StaffContext,
  role: Role,
  { personId, asked, usual = '' }: { personId: string; asked: URLSearchParams; usual?: string },
) {
  const day = asked.get('startsOn') ?? ''
  const planId = asked.get('plan') ?? usual
  const coupon = typedCode.catch('').parse(asked.get('coupon') ?? '')
  const waivesFee = mayWaive(role) && asked.get('waivesFee') === 'on'
  const startsOnAsked = isLocalDate(day) ? day : null
  const page = await joinPage(ctx, personId, {
    coupon,
    planId,
    waivesFee,
    startsOn: startsOnAsked,
  })
  if (!page) return null
  const { slug, currency, locale } = ctx.studio
  const { person, plans, guardians, startsOn, today, preview, couponRefusal } = page
  return {
    studio: { slug },
    person: { id: person.id, name: person.name },
    plan: planId,
    startsOn,
    waivesFee: mayWaive(role) ? waivesFee : null,
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
    wrong: planId && startsOn < today ? saleRefusals.starts_before : null,
    values: {
      key: newId(),
      offer: planId,
      startsOn,
      method: 'card',
      coupon,
      waivesFee: waivesFee ? 'on' : '',
      payer: guardians[0]?.id ?? '',
    },
  }
}

/** What a form sends, as the sale takes it: who pays is the person or somebody who looks after them. */
export async function saleOf(
  ctx: StaffContext,
  role: Role,
  personId: string,
  sent: z.output<typeof joinForm>,
): Promise<SellMembership | null> {
  const { key, offer, startsOn, method, note, payer, coupon, waivesFee } = sent
  const page = await joinPage(ctx, personId, { planId: offer, startsOn })
  if (!page) return null
  const payerId = page.guardians.find(({ id }) => id === payer)?.id ?? null
  return {
    key,
    planId: offer,
    startsOn,
    method,
    note,
    payerId,
    coupon,
    waivesFee: waivesFee === 'on' && mayWaive(role),
  }
}

type Refused = Extract<SellMembershipResult, { ok: false }>

const saleRefusals = {
  not_found: 'This plan was changed or taken off sale meanwhile. Choose it again.',
  full: 'As many people have this plan as may. Choose another.',
  holds_already: 'They already have this plan. Choose another, or a later first day.',
  unsigned:
    'This plan asks for a signed document first. Have them sign it, or record it under Documents on their profile.',
  starts_before: 'A membership starts today or later. Choose another day.',
  till_closed: 'Today’s takings are closed. Choose Pay later.',
} satisfies Record<Exclude<Refused['reason'], 'coupon'>, string>

/** Why a plan was not sold, and what to do. */
export const saleRefusal = (refused: Refused): string =>
  refused.reason === 'coupon' ? couponRefusalWords[refused.why] : saleRefusals[refused.reason]

/** `£90.00 taken.`, or nothing where nothing was due. */
export function paidWords(
  { studio }: StaffContext,
  dueNowMinor: number,
  method: SellMembership['method'],
): string {
  if (dueNowMinor === 0) return ''
  const price = money(dueNowMinor, studio.currency, studio.locale)
  return method === 'later' ? ` ${price} to pay.` : ` ${price} taken.`
}
