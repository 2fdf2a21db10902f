/** How an invoice stands, in words. Pure. */
import { dayMonthYear, money } from '#app/values/wording.ts'
import type { LocalDate } from '#app/values/zone.ts'

export type InvoiceState =
  | 'open'
  | 'paid'
  | 'partly_refunded'
  | 'refunded'
  | 'void'
  | 'uncollectible'
  | 'disputed'
  | 'lost'

export type InvoiceStands = {
  kind: 'invoice' | 'credit_note'
  state: InvoiceState
  dueOn: LocalDate
  totalMinor: number
  /** What is still to pay, or (negative) to pay out. */
  balanceMinor: number
}

/** An invoice or credit note as lists have it. */
export type InvoiceRow = {
  id: string
  kind: 'invoice' | 'credit_note'
  reference: string
  state: InvoiceState
  issuedOn: LocalDate
  dueOn: LocalDate
  currency: string
  totalMinor: number
  taxMinor: number
  balanceMinor: number
  personId: string
  personName: string
  /** Its first line, and how many it has. */
  what: string
  lines: number
}

export type StateWords = { text: string; tone: 'good' | 'warn' | 'bad' | 'line' | null }

/** `Paid`, `Overdue`, `Part paid`: derived, as overdue is (SM-INV). */
export function invoiceState(invoice: InvoiceStands, today: LocalDate): StateWords {
  const { kind, state, dueOn, totalMinor, balanceMinor } = invoice
  if (kind === 'credit_note') {
    return state === 'open' ? { text: 'To refund', tone: 'warn' } : { text: 'Refunded', tone: null }
  }
  if (state === 'open') {
    if (dueOn < today) return { text: 'Overdue', tone: 'bad' }
    return balanceMinor < totalMinor
      ? { text: 'Part paid', tone: 'warn' }
      : { text: 'Open', tone: 'line' }
  }
  return closedStates[state]
}

const closedStates: Record<Exclude<InvoiceState, 'open'>, StateWords> = {
  paid: { text: 'Paid', tone: 'good' },
  partly_refunded: { text: 'Part refunded', tone: null },
  refunded: { text: 'Refunded', tone: null },
  void: { text: 'Void', tone: null },
  uncollectible: { text: 'Written off', tone: null },
  disputed: { text: 'Disputed', tone: 'bad' },
  lost: { text: 'Dispute lost', tone: 'bad' },
}

/** `Invoice NS-1047`, `Credit note NS-C3`. */
export const invoiceTitle = ({ kind, reference }: { kind: string; reference: string }): string =>
  `${kind === 'credit_note' ? 'Credit note' : 'Invoice'} ${reference}`

/** `20%`, `7.5%`; nothing where there is none. */
export const rateWords = (rateBp: number): string => (rateBp === 0 ? '' : `${rateBp / 100}%`)

export const taxWords = (taxName: string, rateBp: number): string =>
  `${taxName} ${rateWords(rateBp)} in it`

/** Tax of an invoice by rate, highest first, for its sums. */
export function taxByRate(
  lines: readonly { taxRateBp: number; taxMinor: number }[],
): { rateBp: number; taxMinor: number }[] {
  const sums = new Map<number, number>()
  for (const { taxRateBp, taxMinor } of lines) {
    if (taxRateBp > 0) sums.set(taxRateBp, (sums.get(taxRateBp) ?? 0) + taxMinor)
  }
  return [...sums].sort(([a], [b]) => b - a).map(([rateBp, taxMinor]) => ({ rateBp, taxMinor }))
}

/** `1 to 30 November 2026`, for lines that are for days. */
export function periodWords(
  { periodFrom, periodUntil }: { periodFrom: LocalDate | null; periodUntil: LocalDate | null },
  locale: string,
): string {
  if (periodFrom === null || periodUntil === null) return ''
  return `${dayMonthYear(periodFrom, locale)} to ${dayMonthYear(periodUntil, locale)}`
}

/** Why a payment was not taken, and what can be done. */
export function paymentRefusal(
  refusal: { reason: string; mostMinor?: number },
  { currency, locale }: { currency: string; locale: string },
): string {
  const most = money(refusal.mostMinor ?? 0, currency, locale)
  const words: Record<string, string> = {
    nothing_open: 'Nothing is to pay on this invoice any more.',
    till_closed: 'Today’s takings are closed. Take the payment tomorrow.',
    key_used: 'A payment was saved from this page already. Open it again and check what is left.',
    not_to_card: `Only ${most} of this can be refunded to the card. Enter that or less, or choose another way.`,
    no_account: 'This was sold without a name, so there is no account. Choose another way.',
    too_much: `Only ${most} is to pay. Enter that or less.`,
    not_enough_credit: `There is ${most} on the account. Enter that or less, or choose another way to pay.`,
    not_enough_on_card: refusal.mostMinor
      ? `There is ${most} on this gift card. Enter that or less.`
      : 'Nothing can be paid with this gift card: it is spent, expired or not yet paid for.',
    no_such_card: 'No gift card has this code. Check it against the card.',
    card_for_card: 'A gift card can’t pay for another one. Choose another way to pay.',
    is_gift_card: 'This line sold a gift card. Void the card, and its price is refunded.',
    not_to_gift_card: refusal.mostMinor
      ? `Only ${most} of this can be refunded to the gift card. Enter that or less.`
      : 'No gift card paid for this. Choose another way.',
    to_gift_card: refusal.mostMinor
      ? `A gift card paid the rest. Enter ${most} or less, or refund it to the gift card.`
      : 'A gift card paid for this. Refund it to the gift card, or keep it as account credit.',
    desk_limit: `You can refund up to ${most} on this invoice. Ask someone who may refund more.`,
  }
  return words[refusal.reason] ?? 'This could not be saved. Reload the page and try again.'
}

/** The same of money that goes back. */
export function refundRefusal(
  refusal: { reason: string; mostMinor?: number },
  reader: { currency: string; locale: string },
): string {
  const most = money(refusal.mostMinor ?? 0, reader.currency, reader.locale)
  if (refusal.reason === 'too_much') {
    return refusal.mostMinor
      ? `Only ${most} of this was paid and not refunded. Enter that or less.`
      : 'All of this is refunded already.'
  }
  if (refusal.reason === 'till_closed') {
    return 'Today’s takings are closed. Refund it tomorrow.'
  }
  if (refusal.reason === 'changed') {
    return 'Something changed since you opened this page. Reload it and check the refund.'
  }
  return paymentRefusal(refusal, reader)
}

/** Why nothing was taken off an open invoice. */
export function discountRefusal(
  refusal: { reason: string; mostMinor?: number },
  { currency, locale }: { currency: string; locale: string },
): string {
  if (refusal.reason === 'changed') {
    return 'Something changed since you opened this page. Reload it and check the amount.'
  }
  if (refusal.reason === 'desk_limit') {
    const most = money(refusal.mostMinor ?? 0, currency, locale)
    return refusal.mostMinor
      ? `You can take up to ${most} off this invoice. Ask someone who may take off more.`
      : 'You took off as much of this invoice as you may. Ask someone who may take off more.'
  }
  return refusal.mostMinor
    ? `Only ${money(refusal.mostMinor, currency, locale)} of this is still to pay. Take off that or less.`
    : 'Nothing of this is to pay any more. Refund it instead.'
}
