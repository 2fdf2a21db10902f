/** What goes back to who withdraws, told before it is pressed and asked again when it is. */
import type { PlainFormats } from '#app/values/formats.ts'
import type { Instant } from '#app/values/instant.ts'
import { lastParts, percentOf } from '#app/values/money.ts'
import { count, dayShort, money } from '#app/values/wording.ts'
import { addDays, daysBetween, type LocalDate, type LocalDateTime } from '#app/values/zone.ts'
import { backWords } from './money-words.ts'

/** From so many days before the first session, so many percent of the price go back. */
export type WithdrawalRow = { days: number; percent: number }

/** `14:100,2:50` as rows, the longest time before first. */
export function readWithdrawal(text: string): WithdrawalRow[] {
  return text
    .split(',')
    .filter(Boolean)
    .map((row) => row.split(':').map(Number) as [number, number])
    .map(([days, percent]) => ({ days, percent }))
    .sort((a, b) => b.days - a.days)
}

export const withdrawalText = (rows: readonly WithdrawalRow[]): string =>
  rows.map(({ days, percent }) => `${days}:${percent}`).join(',')

export type Quote = {
  /** To give back, in minor units. */
  refundMinor: number
  /** What the sessions still to come are worth, of what was paid. */
  valueMinor: number
  percent: number
  /** Sessions still to come, of those that were paid. */
  sessions: number
  of: number
  /** Whole days until the first session; negative once it runs. */
  daysBefore: number
  /** The studio moved or cancelled a session: everything to come goes back. */
  free: boolean
}

/**
 * What a withdrawal at `now` gives back. `seatsToCome` counts the sessions to come and the make-ups
 * that are not used: both are still owed. Before the first session the table decides by whole days
 * on the studio's calendar, after it the percentage for a running course; where the studio changed
 * the dates, all that is to come goes back. Shares are of the price after discounts; of what was
 * refunded by hand nothing goes back twice.
 */
export function withdrawalQuote(
  course: { firstStart: LocalDateTime; withdrawal: string; withdrawalRunning: number },
  enrolment: {
    priceMinor: number
    /** What discounts took off the price by hand, and those with what was refunded of it before. */
    offMinor?: number
    backMinor?: number
    sessions: number
    seatsToCome: number
    freeSince: Instant | null
  },
  { today, started }: { today: LocalDate; started: boolean },
): Quote {
  const of = Math.max(1, enrolment.sessions)
  const sessions = Math.min(of, enrolment.seatsToCome)
  const valueMinor = lastParts(enrolment.priceMinor - (enrolment.offMinor ?? 0), of, sessions)
  const daysBefore = daysBetween(today, course.firstStart.slice(0, 10))
  const free = enrolment.freeSince !== null
  const ahead = readWithdrawal(course.withdrawal).find(({ days }) => daysBefore >= days)
  const byTable = started ? course.withdrawalRunning : (ahead?.percent ?? 0)
  const percent = free ? 100 : byTable
  return {
    refundMinor: Math.min(
      percentOf(valueMinor, percent),
      enrolment.priceMinor - (enrolment.backMinor ?? 0),
    ),
    valueMinor,
    percent,
    sessions,
    of,
    daysBefore,
    free,
  }
}

/** `100% of £90.00, 2 days before the first session`. */
export function quoteWorking(
  { percent, valueMinor, sessions, of, daysBefore, free }: Quote,
  formats: PlainFormats,
): string {
  const value = money(valueMinor, formats.currency, formats.locale)
  const part = sessions === of ? '' : ` for ${sessions} of ${count(of, 'session')} left`
  const why = free ? 'the studio changed the dates' : beforeFirst(daysBefore)
  return `${percent}% of ${value}${part}: ${why}`
}

/**
 * What withdrawing brings and how that is worked out: `You get £40.00 back: 50% of …`, `No refund:
 * the course has started.`
 */
export function refundSentence(quote: Quote, unpaidMinor: number, formats: PlainFormats): string {
  const { refundMinor, daysBefore } = quote
  const says = backWords({ refundMinor, unpaidMinor }, formats)
  if (refundMinor > 0) return `${says.replace(/\.$/, '')}: ${quoteWorking(quote, formats)}.`
  if (unpaidMinor > 0) return says
  return `No refund: ${daysBefore > 0 ? 'it’s ' : ''}${beforeFirst(daysBefore)}.`
}

function beforeFirst(days: number): string {
  if (days < 0) return 'the course has started'
  return days === 0 ? 'the course starts today' : `${count(days, 'day')} before the first session`
}

/**
 * What of the table still holds, in words with dates: `Until Sun 3 Jan: full refund.` `on` is the day
 * of what is before the start.
 */
export function withdrawalRules(
  {
    firstStart,
    withdrawal,
    withdrawalRunning,
  }: { firstStart: LocalDateTime; withdrawal: string; withdrawalRunning: number },
  today: LocalDate,
  locale: string,
): { when: string; what: string; on?: LocalDate }[] {
  const first = firstStart.slice(0, 10)
  const ahead = readWithdrawal(withdrawal).filter(({ days }) => addDays(first, -days) >= today)
  const running =
    withdrawalRunning === 0
      ? 'No refund.'
      : `${withdrawalRunning}% refund of the remaining sessions.`
  if (today > first) return [{ when: 'Now that it has started', what: running }]
  const lastDay = ahead.at(-1)?.days
  const noMore = lastDay === undefined ? today : addDays(first, -lastDay)
  const fromThen = ahead.length > 0 ? 'After that' : 'From now on'
  return [
    ...ahead.map(({ days, percent }) => ({
      when: `Until ${dayShort(addDays(first, -days), locale)}`,
      on: addDays(first, -days),
      what:
        percent === 100 ? 'Full refund if you withdraw.' : `${percent}% refund if you withdraw.`,
    })),
    ...(lastDay === 0 || withdrawalRunning === 0
      ? []
      : [
          {
            when: ahead.length > 0 ? 'After that, until it starts' : 'Until it starts',
            what: 'No refund.',
            on: noMore,
          },
        ]),
    withdrawalRunning === 0 && lastDay !== 0
      ? { when: fromThen, what: running, on: noMore }
      : { when: 'After it starts', what: running },
  ]
}
