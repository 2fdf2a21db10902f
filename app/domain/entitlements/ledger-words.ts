/** The credits ledger in words: what each line was about, as the person would tell it. */
import { clockOf } from '#app/domain/places/cancellation-words.ts'
import type { PlainFormats } from '#app/values/formats.ts'
import { count, dateTime, dayShort, dayTime, deadlineNear, money } from '#app/values/wording.ts'
import { type LocalDate, type LocalDateTime, localDate } from '#app/values/zone.ts'

/** One entry with what it is about; the parts of a class are null where it is about none. */
export type LedgerEntry = {
  kind: 'grant' | 'book' | 'return' | 'forfeit' | 'expire' | 'revoke' | 'adjust' | 'transfer'
  /** Credits, signed. */
  amount: number
  /** Credits of all lots after this entry. */
  left: number
  at: string
  reason: string
  lotName: string
  expiresOn: LocalDate
  bookingState: string | null
  endedAt: string | null
  promoted: boolean
  title: string | null
  coach: string | null
  localStart: LocalDateTime | null
  cutoffAt: string | null
  fee: { minor: number; state: string; reason: string } | null
}

export type LedgerReader = PlainFormats & { studio: string }

export type LedgerWords = { what: string; note: string }

/** What happened, and beneath it when, from which lot and why. */
export function ledgerWords(entry: LedgerEntry, formats: LedgerReader): LedgerWords {
  const { kind, amount, reason, lotName, expiresOn } = entry
  const { locale, studio } = formats
  const date = dayShort(ledgerDate(entry, formats.timeZone), locale)
  const because = reason ? ` ${sentence(reason)}` : ''
  switch (kind) {
    case 'grant':
      return {
        what: `You bought ${lotName}`,
        note: `${date}. Use by ${dayShort(expiresOn, locale)}.${because}`,
      }
    case 'book':
      return { what: booked(entry, locale), note: `${date}. ${lotName}` }
    case 'return':
      return { what: returned(entry, studio), note: `${date}. Back to ${lotName}.${because}` }
    case 'forfeit':
      return {
        what: forfeited(entry, formats),
        note: `${date}. ${stayed(entry, formats)}${because}`,
      }
    case 'expire':
      return {
        what: `${count(-amount, 'credit')} of ${lotName} ended`,
        note: `Not used by ${date}`,
      }
    case 'revoke':
      return {
        what: `${count(-amount, 'credit')} taken back with a refund`,
        note: `${date}. ${lotName}.${because}`,
      }
    case 'adjust':
      return { what: `${studio} changed your credits`, note: `${date}. ${lotName}.${because}` }
    case 'transfer':
      return {
        what: amount < 0 ? 'You passed on credits' : 'Credits were passed on to you',
        note: `${date}. ${lotName}.${because}`,
      }
  }
}

/** The day an entry belongs to; credits end with the last day they could be used. */
export function ledgerDate({ kind, at, expiresOn }: LedgerEntry, timeZone: string): LocalDate {
  return kind === 'expire' ? expiresOn : localDate(at, timeZone)
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
  return promoted ? `A place opened in ${title}, ${when}` : `You booked ${title}, ${when}`
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
    return `You did not come to ${name}${localStart ? `, ${dayTime(localStart, locale)}` : ''}`
  if (bookingState !== 'late_cancelled' || !endedAt || !localStart)
    return `${name}: the credit stays used`
  return (
    `You cancelled ${name} at ` +
    `${deadlineNear(endedAt, timeZone, locale, localStart.slice(0, 10))}`
  )
}

/** Why the credit stays used, and what became of a fee. */
function stayed(
  { cutoffAt, localStart, bookingState, fee }: LedgerEntry,
  formats: LedgerReader,
): string {
  const limit =
    bookingState === 'late_cancelled' && cutoffAt && localStart
      ? `Limit was ${clockOf({ near: localStart.slice(0, 10) }, formats)(cutoffAt)}, so ` +
        'the credit stays used.'
      : 'The credit stays used.'
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
      return fee.reason ? `Fee ${amount} waived: ${sentence(fee.reason)}` : `Fee ${amount} waived.`
    default:
      return ''
  }
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)
