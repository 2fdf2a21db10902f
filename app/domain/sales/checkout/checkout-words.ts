/** What somebody is about to buy in words, for the page and its buttons. Pure. */
import { refusalWords } from '#app/domain/bookings/availability/refusal-words.ts'
import { perInterval, planLimitWords, validWords } from '#app/domain/entitlements/offer-words.ts'
import { contentWords } from '#app/domain/entitlements/offers/package-kinds.ts'
import { cancellationTerms } from '#app/domain/places/cancellation-terms.ts'
import { cancellationSentence } from '#app/domain/places/cancellation-words.ts'
import { type Formats, formatsAt } from '#app/values/formats.ts'
import { type Instant, minutesBetween } from '#app/values/instant.ts'
import { clockTime, dayShort, dayTime, money } from '#app/values/wording.ts'
import { codeEnd } from '../gift-cards/gift-card-code.ts'
import { effectWords } from '../memberships/act-words.ts'
import { offerKindOf, offerKinds } from './checkout-choice.ts'
import type { CheckoutQuote } from './checkout-quote.server.ts'
import type { CheckoutRefusal } from './checkout-refusal.ts'

type Studio = { timeZone: string; locale: string; currency: string; name: string }

/** Sentences of why it can't be bought so, and what to do instead. */
export function checkoutRefusalWords(refusal: CheckoutRefusal, formats: Formats): string {
  switch (refusal.reason) {
    case 'had_it':
      return 'This offer is for a first visit, once per person, and you have had it. Choose another.'
    case 'had_as_another':
      return 'This offer is for a first visit, and someone with your number or card has had it. Choose another, or ask us.'
    case 'not_for_class':
      return 'This doesn’t pay for that class. Choose something else for it, or another class.'
    case 'sign_in':
      return 'A membership needs an account, so that you can freeze, change and cancel it yourself.'
    case 'banned':
      return refusalWords({ reason: 'banned', facts: {} }, formats).sentence
    case 'left':
      return 'You were a member here before. Ask us to restore your profile, then buy it.'
    case 'holds_already':
      return 'You already have this plan. Choose another.'
    case 'full':
      return 'As many people have this plan as may. Choose another.'
    case 'unsigned':
      return `This plan asks for a signed document first. Sign “${refusal.name}”, then buy it.`
    case 'proof':
      return `You show this first: ${refusal.proof}. Come to the desk with it, and buy it there.`
    case 'booked':
      return 'You have a place in this class already.'
    case 'pays_already':
      return 'What you have pays for this class. You need not buy anything.'
    case 'class':
      return refusalWords(refusal.why, formats).sentence
  }
}

const notGiven: Record<string, string> = {
  class_full: 'The class filled up.',
  cancelled: 'The class was cancelled.',
  over: 'The class is over.',
  overlaps: 'You have another class at that time.',
  already_booked: 'You had a place in this class already.',
  no_entitlement: 'What you bought doesn’t pay for this class.',
  needs_reason: 'This class is for a level that you don’t have yet.',
  had_it: 'This offer is for a first visit, once per person, and you have had it.',
  coupon: 'The coupon can’t be used any more.',
  holds_already: 'You already have this plan.',
  full: 'As many people have this plan as may.',
  unsigned: 'This plan asks for a signed document first.',
  banned: 'You can’t book here at the moment.',
}

/** Why what was bought, or its class, could not be given any more: the noted reason as a sentence. */
export const notGivenWords = (reason: string): string =>
  notGiven[reason] ?? 'It isn’t sold any more.'

/** What the page of a checkout shows of what was chosen. */
export function checkoutView(
  quote: CheckoutQuote,
  studio: Studio,
  now: Instant,
  /** A gift card that pays of it. */
  gift: { lastFour: string; minor: number } | null = null,
) {
  const formats = formatsAt(studio, now)
  const { locale, currency } = studio
  const price = (minor: number) => money(minor, currency, locale)
  const { occurrence, pack, plan, coupon, totalMinor } = quote
  const kind = offerKindOf({ packageId: pack?.id ?? null, planId: plan?.id ?? null })
  const when = occurrence ? dayTime(occurrence.localStart, locale) : null
  const restMinor = totalMinor - (gift?.minor ?? 0)
  const total = price(restMinor)
  return {
    when,
    class: occurrence && {
      time: clockTime(occurrence.localStart, locale),
      day: dayShort(occurrence.localStart.slice(0, 10), locale),
      title: occurrence.title,
      more: [
        occurrence.coachName,
        occurrence.roomName,
        `${minutesBetween(occurrence.startsAt, occurrence.endsAt)} min`,
      ]
        .filter(Boolean)
        .join(', '),
    },
    offer: offerView(quote, studio),
    name: pack?.name ?? plan?.name ?? `${occurrence?.title ?? ''}, one class`,
    effects: quote.quote
      ? effectWords(quote.quote.effects, { name: plan?.name ?? '' }, formats)
      : [],
    contract: quote.contract,
    lines: [
      {
        key: 'price',
        name: pack?.name ?? plan?.name ?? 'One class',
        amount: price(quote.priceMinor),
      },
      ...(quote.offMinor > 0 && coupon?.ok
        ? [{ key: 'off', name: `Coupon ${coupon.code}`, amount: `−${price(quote.offMinor)}` }]
        : []),
      ...(gift
        ? [
            {
              key: 'gift',
              name: `Gift card ${codeEnd(gift.lastFour)}`,
              amount: `−${price(gift.minor)}`,
            },
          ]
        : []),
    ],
    /** The plan's own quote has the coupon in it already. */
    couponCounts: coupon?.ok === true,
    tax:
      quote.taxBp > 0 && totalMinor > 0
        ? `includes ${price(Math.round((totalMinor * quote.taxBp) / (10_000 + quote.taxBp)))} ${quote.taxName}`
        : null,
    totalMinor,
    /** What is left to pay, in minor units, and as the page says it. */
    restMinor,
    total,
    terms: occurrence
      ? cancellationSentence(
          cancellationTerms(
            { ...occurrence, ...occurrence.policy },
            { paidBy: offerKinds[kind].paidBy },
            now,
          ),
          { near: formats.today },
          formats,
        )
      : null,
    buttons: {
      online: when ? `Pay ${total} and book ${when}` : `Pay ${total}`,
      desk: when
        ? `Book ${when}, pay at the desk`
        : `Get ${pack?.name ?? plan?.name}, pay at the desk`,
      free: when ? `Book ${when}` : `Get ${pack?.name ?? plan?.name}`,
    },
  }
}

function offerView(quote: CheckoutQuote, { currency, locale }: Studio) {
  const { pack, plan, single, occurrence } = quote
  if (pack) {
    const counted = pack.kind === 'classes' && occurrence !== null
    const after = pack.credits === 1 ? 'This class.' : `${pack.credits - 1} left after this one.`
    const price = money(pack.priceMinor, currency, locale)
    return {
      price,
      sub: contentWords(pack),
      name: pack.name,
      more: [counted ? after : '', validWords(pack, locale)].filter(Boolean).join(' '),
    }
  }
  if (plan) {
    const price = money(plan.priceMinor, currency, locale)
    return { price, sub: perInterval[plan.interval], name: plan.name, more: planLimitWords(plan) }
  }
  const price = money(single ?? 0, currency, locale)
  return { price, sub: 'One class', name: 'By itself', more: 'No pack, no membership.' }
}
