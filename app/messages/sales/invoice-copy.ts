import { paths } from '#app/paths.ts'
import { greeting } from '#app/values/text/greeting.ts'
import { dayMonthYear, money } from '#app/values/wording.ts'
import type { LocalDate } from '#app/values/zone.ts'
import type { Letter } from '../letter.ts'
import { composeLetter } from '../letter-html.ts'

export type InvoiceCopy = {
  studio: { name: string; slug: string; locale: string }
  origin: string
  name: string
  /** `Invoice NS-1047`. */
  title: string
  whatFor: string
  totalMinor: number
  openMinor: number
  currency: string
  issuedOn: LocalDate
  dueOn: LocalDate
  /** `Paid`, `Open`. */
  state: string
  /** Null without an account: there is no page to sign in to. */
  invoiceId: string | null
}

/** Staff send somebody an invoice or credit note once more. */
export function invoiceCopy(copy: InvoiceCopy): Letter {
  const { studio, origin, name, title, totalMinor, openMinor, currency } = copy
  const sum = (minor: number) => money(minor, currency, studio.locale)
  const day = (date: LocalDate) => dayMonthYear(date, studio.locale)
  return composeLetter({
    subject: `${title} from ${studio.name}`,
    paragraphs: [
      greeting(name),
      `Here is ${title} of ${day(copy.issuedOn)} again.`,
      {
        facts: [
          ['For', copy.whatFor],
          ['Total', sum(totalMinor)],
          ['State', copy.state],
          ...(openMinor > 0
            ? ([
                ['To pay', sum(openMinor)],
                ['Due', day(copy.dueOn)],
              ] as const)
            : []),
        ],
      },
    ],
    ...(copy.invoiceId === null
      ? {}
      : {
          action: {
            label: 'See the invoice',
            href: `${origin}${paths.portalInvoice(studio, copy.invoiceId)}`,
          },
        }),
    foot: [`${studio.name} sends this because it concerns your account.`],
  })
}
