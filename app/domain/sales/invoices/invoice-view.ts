/** An invoice as its page and its print show it: words and sums out of its rows. Pure. */
import { methodWords, type PaymentMethod } from '#app/domain/billing/invoices/payment-words.ts'
import type { OpenItemKind } from '#app/domain/billing/open-item-words.ts'
import type { Instant } from '#app/values/instant.ts'
import { dayMonthYear, dayShortTime, money } from '#app/values/wording.ts'
import { type LocalDate, wallTime } from '#app/values/zone.ts'
import {
  type InvoiceRow,
  invoiceState,
  invoiceTitle,
  periodWords,
  rateWords,
  type StateWords,
  taxByRate,
  taxWords,
} from './invoice-words.ts'

export type InvoiceLineRow = {
  id: string
  kind: OpenItemKind
  working: string
  quantity: number
  amountMinor: number
  discountMinor: number
  discountReason: string
  taxRateBp: number
  taxMinor: number
  state: 'open' | 'settled' | 'void'
  periodFrom: LocalDate | null
  periodUntil: LocalDate | null
  /** What of it was given back, in minor units, or of its invoice as a whole. */
  backMinor: number
  /** What of it alone was refunded by credit notes, without what was taken off. */
  refundedMinor: number
  /** Goods, or credits of a pack, that can still come back, also where no money is left to. */
  comesBack: number
}

export type InvoicePage = {
  invoice: InvoiceRow & {
    personEmail: string
    /** The guardian it is addressed to; null where that is the person themselves. */
    payerId: string | null
    payerName: string | null
    payerEmail: string | null
    seller: string
    taxName: string
    /** Its prices are printed without tax: 1 or 0. */
    netPrices: number
    reason: string
    creditsId: string | null
    creditsReference: string | null
  }
  lines: InvoiceLineRow[]
  payments: {
    id: string
    takenAt: Instant
    method: PaymentMethod
    amountMinor: number
    takenBy: string
    note: string
  }[]
  /** Parts it is paid in, by their days; none where it is due at once. */
  parts: { id: string; dueOn: LocalDate; amountMinor: number }[]
  /** Credit notes over it, oldest first. */
  notes: {
    id: string
    reference: string
    issuedOn: LocalDate
    totalMinor: number
    reason: string
    /** What it takes back, line by line. */
    what: string
  }[]
  /** What the person has on their account, in minor units. */
  creditMinor: number
}

type Reader = { locale: string; timeZone: string; today: LocalDate }

export type InvoiceView = ReturnType<typeof invoiceView>

export function invoiceView(page: InvoicePage, { locale, timeZone, today }: Reader) {
  const { invoice, lines, payments, parts, notes, creditMinor } = page
  const { currency, totalMinor, balanceMinor, taxName } = invoice
  const sum = (minor: number) => money(minor, currency, locale)
  const paidMinor = payments.reduce((all, { amountMinor }) => all + amountMinor, 0)
  const isNote = invoice.kind === 'credit_note'
  const net = invoice.netPrices === 1
  // Of prices without tax, a line shows what it is without it; the sums below add it.
  const shown = (line: InvoiceLineRow) => line.amountMinor - (net ? line.taxMinor : 0)
  return {
    id: invoice.id,
    isNote,
    title: invoiceTitle(invoice),
    state: invoiceState(invoice, today),
    person: { id: invoice.personId, name: invoice.personName, email: invoice.personEmail },
    to: addressee(invoice),
    total: sum(totalMinor),
    issued: dayMonthYear(invoice.issuedOn, locale),
    due: isNote || invoice.dueOn === invoice.issuedOn ? '' : dayMonthYear(invoice.dueOn, locale),
    seller: invoice.seller.split('\n').filter(Boolean),
    taxName,
    reason: invoice.reason,
    credits: invoice.creditsId
      ? { id: invoice.creditsId, title: `Invoice ${invoice.creditsReference}` }
      : null,
    hasTax: lines.some(({ taxRateBp }) => taxRateBp > 0),
    pricesSay: net ? `${taxName} is added below` : `Prices include ${taxName}`,
    lines: lines.map((line) => ({
      id: line.id,
      what: line.working,
      detail: periodWords(line, locale),
      quantity: line.quantity,
      each: sum(Math.round((shown(line) + line.discountMinor) / line.quantity)),
      discount: discountWords(line, sum),
      rate: rateWords(line.taxRateBp),
      amount: sum(shown(line)),
      gone: line.state === 'void',
      refunded: refundedWords(line, sum),
      /** What may still be refunded of it, in minor units. */
      refundableMinor:
        line.state === 'settled' && line.amountMinor > 0 && line.kind !== 'gift_card'
          ? Math.max(0, line.amountMinor - line.backMinor)
          : 0,
    })),
    taxes: taxByRate(lines).map(({ rateBp, taxMinor }) => ({
      name: net ? `${taxName} ${rateWords(rateBp)}` : taxWords(taxName, rateBp),
      amount: sum(taxMinor),
    })),
    beforeTax: sum(totalMinor - invoice.taxMinor),
    paid: sum(Math.abs(paidMinor)),
    toPay: sum(Math.abs(balanceMinor)),
    balanceMinor,
    currency,
    payments: payments.map((payment) => ({
      id: payment.id,
      when: dayShortTime(wallTime(payment.takenAt, timeZone), locale),
      how: methodWords[payment.method],
      by: payment.takenBy,
      note: payment.note,
      amount: sum(payment.amountMinor),
      out: payment.amountMinor < 0,
    })),
    parts: partStates(parts, totalMinor - balanceMinor, { today, of: invoice.state }).map(
      ({ id, dueOn, amountMinor, state }) => ({
        id,
        due: dayMonthYear(dueOn, locale),
        amount: sum(amountMinor),
        state,
      }),
    ),
    notes: notes.map((note) => ({
      id: note.id,
      title: `Credit note ${note.reference}`,
      when: dayMonthYear(note.issuedOn, locale),
      amount: sum(note.totalMinor),
      reason: note.reason,
      what: note.what,
    })),
    credit: creditMinor > 0 ? sum(creditMinor) : '',
    creditMinor,
  }
}

/** Whom it is addressed to; `child` names the one whose account it is on where a guardian pays. */
const addressee = (invoice: InvoicePage['invoice']) =>
  invoice.payerId === null
    ? { name: invoice.personName, email: invoice.personEmail, child: '' }
    : {
        name: invoice.payerName ?? '',
        email: invoice.payerEmail ?? '',
        child: invoice.personName,
      }

/** `−£5.00, late start`: what came off a line, and why. */
const discountWords = (
  { discountMinor, discountReason }: Pick<InvoiceLineRow, 'discountMinor' | 'discountReason'>,
  sum: (minor: number) => string,
): string =>
  discountMinor > 0 ? [sum(-discountMinor), discountReason].filter(Boolean).join(', ') : ''

/** `Refunded`, `£20.00 of it refunded`; empty where nothing of the line was. */
function refundedWords(
  { refundedMinor, amountMinor }: Pick<InvoiceLineRow, 'refundedMinor' | 'amountMinor'>,
  sum: (minor: number) => string,
): string {
  if (refundedMinor <= 0) return ''
  return refundedMinor >= amountMinor ? 'Refunded' : `${sum(refundedMinor)} of it refunded`
}

/** How each part stands: what was paid goes to the oldest first. */
function partStates(
  parts: InvoicePage['parts'],
  paidMinor: number,
  { today, of }: { today: LocalDate; of: InvoiceRow['state'] },
) {
  let left = of === 'open' ? paidMinor : Number.POSITIVE_INFINITY
  return parts.map((part) => {
    const paid = Math.min(left, part.amountMinor)
    left -= paid
    return { ...part, state: partState(part, paid, today) }
  })
}

function partState(
  { dueOn, amountMinor }: { dueOn: LocalDate; amountMinor: number },
  paidMinor: number,
  today: LocalDate,
): StateWords {
  if (paidMinor >= amountMinor) return { text: 'Paid', tone: 'good' }
  if (dueOn < today) return { text: 'Overdue', tone: 'bad' }
  return paidMinor > 0 ? { text: 'Part paid', tone: 'warn' } : { text: 'To pay', tone: 'line' }
}
