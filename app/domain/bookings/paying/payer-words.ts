/** What pays for a place and what changing it does, in words. Pure. */
import type { Studio } from '#app/domain/scope/studio.ts'
import { count, dateTime, money } from '#app/values/wording.ts'
import {
  type NewPayer,
  type PaidPlace,
  type Payer,
  type PayerChange,
  quotePayerChange,
} from './payer-quote.ts'
import type { PlaceToPay } from './place-to-pay.server.ts'

/** As a form sends it. */
export const payerKey = (payer: Payer | NewPayer): string =>
  payer.kind === 'drop_in'
    ? `drop_in:${'by' in payer ? payer.by : ''}`
    : `${payer.kind}:${payer.id}`

/** As a sentence calls it: `now paid with …`. */
export function payerName(payer: Payer | NewPayer): string {
  if (payer.kind !== 'drop_in') return payer.name
  return 'by' in payer && payer.by === 'credit' ? 'account credit' : 'a drop-in'
}

/** As a choice calls it. */
function choiceName(payer: NewPayer): string {
  if (payer.kind === 'drop_in')
    return payer.by === 'credit' ? 'Drop-in, from account credit' : 'Drop-in, on their invoice'
  return payer.kind === 'lot' && payer.shared ? `${payer.name}, shared by the family` : payer.name
}

type Reader = Pick<Studio, 'currency' | 'locale'>

function chargeWords(
  to: NewPayer,
  minor: number,
  creditMinor: number,
  sum: (minor: number) => string,
): string {
  if (minor === 0 || to.kind !== 'drop_in') return ''
  if (to.by === 'later') return `${sum(minor)} goes on their invoice.`
  return `${sum(minor)} is taken from their account, ${sum(creditMinor - minor)} left.`
}

/** One choice with everything it does. */
function payerChoice(
  {
    place,
    change,
    to,
    left,
    creditMinor,
  }: {
    place: PaidPlace
    change: PayerChange
    to: NewPayer
    /** Credits of the pack that pays now. */
    left: number
    creditMinor: number
  },
  { currency, locale }: Reader,
) {
  const sum = (minor: number) => money(minor, currency, locale)
  const { payer } = place
  const { creditBack, creditTaken, lostAtOnce, chargeMinor, feeEndsMinor, feeBeginsMinor } = change
  const effects = [
    creditBack && payer.kind === 'lot'
      ? `1 credit is back in ${payer.name}, ${left + 1} left.`
      : '',
    payer.kind === 'make_up' ? 'The make-up can be used again.' : '',
    change.noLongerOwedMinor > 0 ? `They no longer owe ${sum(change.noLongerOwedMinor)}.` : '',
    change.backMinor > 0 ? `${sum(change.backMinor)} is refunded by a credit note.` : '',
    creditTaken && to.kind === 'lot'
      ? `1 credit is ${lostAtOnce ? 'lost' : 'used'}, ${count(to.left - 1, 'credit')} left.`
      : '',
    to.kind === 'membership' && to.limit
      ? `Class ${to.used + 1} of ${to.limit.classes} it pays for.`
      : '',
    to.kind === 'make_up' ? 'The make-up is used.' : '',
    chargeWords(to, chargeMinor, creditMinor, sum),
    feeEndsMinor > 0 ? `The ${sum(feeEndsMinor)} no-show fee is cancelled.` : '',
    feeBeginsMinor > 0 ? `A no-show fee of ${sum(feeBeginsMinor)} is due after 24 hours.` : '',
  ].filter(Boolean)
  return {
    value: payerKey(to),
    name: choiceName(to),
    effects: effects.length > 0 ? effects : ['Nothing is charged.'],
  }
}

/** Everything the page says: what pays, each choice with what it does, or why there is none. */
export function payerPageWords(found: PlaceToPay, reader: Reader) {
  const { booking, place, options, refunded, owes, shown } = found
  return {
    name: booking.name,
    title: booking.title,
    when: dateTime(booking.localStart, reader.locale),
    pays: place ? payerName(place.payer) : (booking.courseName ?? 'what its host holds'),
    shown,
    fixed: place ? whyNone(refunded, options.length) : 'What pays for this place can’t be changed.',
    choices: place
      ? options.map((to) =>
          payerChoice(
            {
              place,
              to,
              change: quotePayerChange(place, to),
              left: booking.lotLeft ?? 0,
              creditMinor: owes.creditMinor,
            },
            reader,
          ),
        )
      : [],
  }
}

function whyNone(refunded: boolean, options: number): string {
  if (refunded)
    return 'The pack was refunded, and this class counted as used. Nothing can be changed.'
  return options === 0
    ? 'They hold nothing else that can pay for this class. Sell them a pack or a membership first.'
    : ''
}
