/** how a refund of a pack is worked out, for the page before it is pressed. Pure. */
import type { Studio } from '#app/domain/scope/studio.ts'
import { count, dayTime, money } from '#app/values/wording.ts'
import type { RefundQuote } from '../quotes/quote-refund.ts'

type Facts = {
  personName: string
  name: string
  paidMinor: number
  used: number
  transferred: number
  quote: RefundQuote
  freed: readonly { title: string; localStart: string }[]
}

export function packRefundWords(
  { personName, name, paidMinor, used, transferred, quote, freed }: Facts,
  { currency, locale }: Pick<Studio, 'currency' | 'locale'>,
) {
  const sum = (minor: number) => money(minor, currency, locale)
  const { refundMinor, usedMinor, revoked } = quote
  return {
    intro:
      refundMinor > 0
        ? `${personName} gets ${sum(refundMinor)} back for ${name} and loses ${count(revoked, 'credit')}.`
        : `Nothing of ${name} is left to refund.${
            revoked > 0 ? ` ${personName} loses ${count(revoked, 'credit')}.` : ''
          }`,
    lines: [
      { what: name, detail: 'What was paid', amount: sum(paidMinor) },
      ...(used + transferred === 0
        ? []
        : [
            {
              what:
                `${count(used, 'class', 'classes')} used` +
                (transferred > 0 ? `, ${count(transferred, 'credit')} transferred` : ''),
              detail: 'At the drop-in price, or as a share of the pack where there is none',
              amount: sum(-Math.min(usedMinor, paidMinor)),
            },
          ]),
      { what: 'Refund', detail: '', amount: sum(refundMinor) },
    ],
    freed: freed.map(({ title, localStart }) => `${title}, ${dayTime(localStart, locale)}`),
  }
}
