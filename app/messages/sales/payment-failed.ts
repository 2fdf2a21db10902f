import { paths } from '#app/paths.ts'
import { greeting } from '#app/values/text/greeting.ts'
import { dayLong, money } from '#app/values/wording.ts'
import type { LocalDate } from '#app/values/zone.ts'
import type { Letter } from '../letter.ts'
import { composeLetter } from '../letter-html.ts'

export type PaymentFailed = {
  studio: { name: string; slug: string; locale: string }
  origin: string
  name: string
  /** `Invoice NS-1047`. */
  title: string
  whatFor: string
  amountMinor: number
  currency: string
  /** Why, in a sentence; empty where the letter is of a day, not of a try. */
  why: string
  stage: 'failed' | 'blocked' | 'suspended'
  /** The next day on which the card is tried; null is none. */
  nextOn: LocalDate | null
  /** The last day on which they may book; null where nothing is blocked. */
  bookUntil: LocalDate | null
  /** The secret of their link for paying without signing in. */
  payLink: string
}

const subjects = {
  failed: 'Your payment of :sum failed',
  blocked: 'Booking is stopped until :sum is paid',
  suspended: 'Your membership is suspended until :sum is paid',
}

/** A kept card could not be charged or a bill is late, and what follows; with a link that pays. */
export function paymentFailed(about: PaymentFailed): Letter {
  const { studio, origin, name, title, whatFor, stage, why, nextOn, bookUntil, payLink } = about
  const sum = money(about.amountMinor, about.currency, studio.locale)
  const day = (date: LocalDate) => dayLong(date, studio.locale)
  const says: Record<PaymentFailed['stage'], string[]> = {
    failed: [
      `We could not take ${sum} for ${title}. ${why}`,
      nextOn
        ? `We try the same card again on ${day(nextOn)}. Pay now, and we don’t.`
        : 'We don’t try this card again. Pay with another one.',
      ...(bookUntil ? [`You can go on booking until the end of ${day(bookUntil)}.`] : []),
    ],
    blocked: [
      `${sum} for ${title} is not paid, so you can’t book with your membership for now.`,
      'Classes you have booked stay booked.',
      ...(nextOn ? [`We try your card again on ${day(nextOn)}.`] : []),
    ],
    suspended: [
      `${sum} for ${title} is not paid, and your membership is suspended. We don’t try your card again.`,
      'Pay it, and you can book again at once.',
    ],
  }
  return composeLetter({
    subject: subjects[stage].replace(':sum', sum),
    paragraphs: [
      greeting(name),
      ...says[stage],
      {
        facts: [
          ['For', whatFor],
          ['To pay', sum],
        ],
      },
    ],
    action: { label: `Pay ${sum}`, href: `${origin}${paths.payLink(studio, payLink)}` },
    foot: [
      `${studio.name} sends this because ${stage === 'blocked' ? 'an invoice of yours is not paid' : 'a payment of yours failed'}. The link is good for this invoice only.`,
    ],
  })
}
