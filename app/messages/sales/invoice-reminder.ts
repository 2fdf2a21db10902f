import { paths } from '#app/paths.ts'
import { greeting } from '#app/values/text/greeting.ts'
import { dayMonthYear, money } from '#app/values/wording.ts'
import type { LocalDate } from '#app/values/zone.ts'
import type { Letter } from '../letter.ts'
import { composeLetter } from '../letter-html.ts'

export type InvoiceReminder = {
  studio: { name: string; slug: string; locale: string }
  origin: string
  name: string
  /** `Invoice NS-1047`. */
  title: string
  whatFor: string
  openMinor: number
  currency: string
  dueOn: LocalDate
  overdue: boolean
  /** Null without an account: there is no page to sign in to. */
  invoiceId: string | null
}

/** Staff remind somebody of an invoice that is not paid. */
export function invoiceReminder(reminder: InvoiceReminder): Letter {
  const { studio, origin, name, title, whatFor, openMinor, currency, dueOn, overdue } = reminder
  const amount = money(openMinor, currency, studio.locale)
  const due = dayMonthYear(dueOn, studio.locale)
  return composeLetter({
    subject: `Reminder: ${amount} to pay at ${studio.name}`,
    paragraphs: [
      greeting(name),
      overdue
        ? `${amount} of ${title} was due on ${due}. You can pay at the desk when you next come.`
        : `${amount} of ${title} is due on ${due}. You can pay at the desk when you next come.`,
      {
        facts: [
          ['For', whatFor],
          ['To pay', amount],
          ['Due', due],
        ],
      },
      'Have you paid already? Then tell us, and ignore this email.',
    ],
    ...(reminder.invoiceId === null
      ? {}
      : {
          action: {
            label: 'See the invoice',
            href: `${origin}${paths.portalInvoice(studio, reminder.invoiceId)}`,
          },
        }),
    foot: [`${studio.name} sends this because an invoice of yours is not paid.`],
  })
}
