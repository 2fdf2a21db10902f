import { paths } from '#app/paths.ts'
import { greeting } from '#app/values/text/greeting.ts'
import { dayMonthYear, money } from '#app/values/wording.ts'
import type { LocalDate } from '#app/values/zone.ts'
import type { Letter } from '../letter.ts'
import { composeLetter } from '../letter-html.ts'

export type Receipt = {
  studio: { name: string; slug: string; locale: string }
  origin: string
  /** What the reader is called. */
  name: string
  /** Minor units; negative where money went back. */
  amountMinor: number
  currency: string
  takenOn: LocalDate
  /** `Cash`, `Card terminal`. */
  how: string
  /** What it was for, and the invoices and credit notes it went to. */
  whatFor: string
  references: readonly string[]
  /** Where the first of them is read; the reader signs in for it. Null without an account. */
  invoiceId: string | null
  /** What is still to pay on them, in minor units. */
  leftMinor: number
}

/** Money came in or went back: how much, how, when, what for. */
export function paymentReceipt(receipt: Receipt): Letter {
  const { studio, origin, name, amountMinor, currency, takenOn, how, whatFor, references } = receipt
  const { invoiceId, leftMinor } = receipt
  const sum = (minor: number) => money(minor, currency, studio.locale)
  const back = amountMinor < 0
  const amount = sum(Math.abs(amountMinor))
  return composeLetter({
    subject: back
      ? `Refund of ${amount} from ${studio.name}`
      : `Receipt for ${amount} from ${studio.name}`,
    paragraphs: [
      greeting(name),
      back
        ? `${studio.name} refunded you ${amount}.`
        : `You paid ${studio.name} ${amount}. Thank you.`,
      {
        facts: [
          ['For', whatFor],
          ['On', dayMonthYear(takenOn, studio.locale)],
          ['How', how],
          ...(references.length > 0
            ? [[back ? 'Credit note' : 'Invoice', references.join(', ')] as const]
            : []),
        ],
      },
      ...(leftMinor > 0 ? [`${sum(leftMinor)} is still to pay.`] : []),
    ],
    ...(invoiceId === null
      ? {}
      : {
          action: {
            label: back ? 'See the credit note' : 'See the invoice',
            href: `${origin}${paths.portalInvoice(studio, invoiceId)}`,
          },
        }),
    foot: [`${studio.name} sends this because ${back ? 'it refunded you' : 'you paid'}.`],
  })
}
