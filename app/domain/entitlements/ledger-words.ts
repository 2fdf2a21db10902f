/** The credits ledger in words: what each line was about, as the person would tell it. */

import { freeUntilOf } from '#app/domain/places/cancellation-terms.ts'
import { endedWords } from '#app/domain/places/cancellation-words.ts'
import type { PlainFormats } from '#app/values/formats.ts'
import { count, dateTime, dayShort, dayTime, deadlineNear, money } from '#app/values/wording.ts'
import { type LocalDate, type LocalDateTime, localDate } from '#app/values/zone.ts'
import { packEndWords } from './lot-end.ts'

/** One entry with what it is about; the parts of a class are null where it is about none. */
export type LedgerEntry = {
  kind: 'grant' | 'book' | 'return' | 'forfeit' | 'expire' | 'revoke' | 'adjust' | 'transfer'
  /** Credits, signed. */
  amount: number
  /** Credits of all lots after this entry. */
  left: number
  at: string
  /** Whether the desk added the credits; what it wrote about that stays with staff. */
  given: boolean
  lotName: string
  expiresOn: LocalDate
  bookingState: string | null
  endedAt: string | null
  promoted: boolean
  title: string | null
  coach: string | null
  localStart: LocalDateTime | null
  cutoffAt: string | null
  /** The grace of anyone who was moved up inside the limit. */
  declineUntil: string | null
  fee: { minor: number; state: string } | null
}

export type LedgerReader = PlainFormats & { studio: string }

export type LedgerWords = { what: string; note: string }

/**
 * What happened, and beneath it when and from which lot. Reasons that someone typed at the desk
 * are for staff (their history and the audit have them) and are not read here at all.
 */
export function ledgerWords(entry: LedgerEntry, formats: LedgerReader): LedgerWords {
  const { kind, amount, given, lotName, expiresOn } = entry
  const { locale, studio } = formats
  const date = dayShort(ledgerDate(entry, formats.timeZone), locale)
  switch (kind) {
    case 'grant':
      return {
        what: given ? `${studio} added ${lotName}` : `You bought ${lotName}`,
        note: `${date}. ${packEndWords(expiresOn, locale)}.`,
      }
    case 'book':
      return { what: booked(entry, locale), note: `${date}. ${lotName}` }
    case 'return':
      return { what: returned(entry, studio), note: `${date}. Back to ${lotName}.` }
    case 'forfeit':
      return {
        what: forfeited(entry, formats),
        note: `${date}. ${stayed(entry, formats)}`,
      }
    case 'expire':
      if (amount > 0)
        return {
          what: `${count(amount, 'credit')} of ${lotName} can be used again`,
          note: `${date}. ${packEndWords(expiresOn, locale)}.`,
        }
      return {
        what: `${count(-amount, 'credit')} of ${lotName} ended`,
        note: `Not used by ${date}`,
      }
    case 'revoke':
      return {
        what: `${count(-amount, 'credit')} removed with a refund`,
        note: `${date}. ${lotName}.`,
      }
    case 'adjust':
      return { what: `${studio} changed your credits`, note: `${date}. ${lotName}.` }
    case 'transfer':
      return {
        what: amount < 0 ? 'You gave credits to someone' : 'You were given credits',
        note: `${date}. ${lotName}.`,
      }
  }
}

/** The day an entry belongs to; credits end with the last day they could be used. */
export function ledgerDate(
  { kind, amount, at, expiresOn }: LedgerEntry,
  timeZone: string,
): LocalDate {
  return kind === 'expire' && amount < 0 ? expiresOn : localDate(at, timeZone)
}

/** `−1`, `+5`, `0`: with a minus sign, not a hyphen. */
export function signedCredits(amount: number): string {
  if (amount === 0) return '0'
  return amount < 0 ? `−${-amount}` : `+${amount}`
}

const attended: ReadonlySet<string | null> = new Set(['attended', 'checked_in'])

function booked(
  { title, coach, localStart, bookingState, promoted }: LedgerEntry,
  locale: string,
): string {
  if (!title || !localStart) return 'You booked a class'
  if (attended.has(bookingState)) return `${title} with ${coach}`
  const when = dateTime(localStart, locale)
  return promoted ? `You got a place in ${title}, ${when}` : `You booked ${title}, ${when}`
}

function returned({ title, bookingState }: LedgerEntry, studio: string): string {
  const name = title ?? 'a class'
  switch (bookingState) {
    case 'cancelled_on_time':
      return `You cancelled ${name} in time`
    case 'declined':
      return `You declined ${name}`
    case 'studio_cancelled':
      return `${studio} cancelled ${name}`
    case 'late_cancelled':
      return `You cancelled ${name} late and got the credit back`
    default:
      return `Credit back for ${name}`
  }
}

function forfeited(
  { title, localStart, endedAt, bookingState }: LedgerEntry,
  { timeZone, locale }: LedgerReader,
): string {
  const name = title ?? 'a class'
  if (bookingState === 'no_show')
    return `You didn’t come to ${name}${localStart ? `, ${dayTime(localStart, locale)}` : ''}`
  if (attended.has(bookingState)) return `You came to ${name} after all`
  if (bookingState === 'cancelled_on_time') return `${name} was noted as cancelled late`
  if (bookingState !== 'late_cancelled' || !endedAt || !localStart) return `${name}: credit lost`
  return (
    `You cancelled ${name} at ` +
    `${deadlineNear(endedAt, timeZone, locale, localStart.slice(0, 10))}`
  )
}

/** Why the credit stays used, or that the studio has put it right since, and what became of a fee. */
function stayed(
  { cutoffAt, declineUntil, localStart, bookingState, fee }: LedgerEntry,
  formats: LedgerReader,
): string {
  if (attended.has(bookingState))
    return 'It was noted as missed at first. The class used the credit.'
  if (bookingState === 'cancelled_on_time') return 'That was put right, and the credit came back.'
  const limit =
    bookingState === 'late_cancelled' && cutoffAt && localStart
      ? `${endedWords(freeUntilOf({ cutoffAt, declineUntil }), { near: localStart.slice(0, 10) }, formats)}. ` +
        'You lost the credit.'
      : 'You lost the credit.'
  return [limit, feeWords(fee, formats)].filter(Boolean).join(' ')
}

function feeWords(fee: LedgerEntry['fee'], { currency, locale }: LedgerReader): string {
  if (!fee) return ''
  const amount = money(fee.minor, currency, locale)
  switch (fee.state) {
    case 'pending':
      return `Fee ${amount}, not due yet.`
    case 'due':
      return `Fee ${amount} is due.`
    case 'collected':
      return `Fee ${amount} paid.`
    case 'waived':
      return `Fee ${amount} waived.`
    default:
      return ''
  }
}
