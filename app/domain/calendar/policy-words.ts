/**
 * The booking rules of a class, or of a policy, in words: no rule is met for the first time at its
 * button.
 */

import { freeBeforeSentence } from '#app/domain/places/cancellation-words.ts'
import type { PlainFormats } from '#app/values/formats.ts'
import { clockTime, count, money, weekday } from '#app/values/wording.ts'
import { addDays } from '#app/values/zone.ts'

/**
 * What it costs to be late or away: `lose the credit and pay £5.00`; null when it costs nothing.
 */
export function lossWords(
  losesCredit: boolean,
  feeMinor: number,
  { currency, locale }: PlainFormats,
): string | null {
  const parts = [
    losesCredit ? 'lose the credit' : null,
    feeMinor > 0 ? `pay ${money(feeMinor, currency, locale)}` : null,
  ]
  return parts.filter(Boolean).join(' and ') || null
}

/** A version of a policy as the studio keeps it. */
export type PolicyFacts = {
  name: string
  opensDays: number
  closesMinutes: number
  cancelMinutes: number
  lateLosesCredit: boolean
  lateFeeMinor: number
  noShowFeeMinor: number
  waitlistClosesMinutes: number
  waitlistLimit: number
  declineMinutes: number
  /** An open place is offered for so many minutes; null: booked at once. */
  offerMinutes: number | null
  blackoutFrom: string
  blackoutUntil: string
  /** Where the fee has a limit of its own; null: the credit's. */
  feeMinutes: number | null
  noShowBoth: boolean
  lateStrike: boolean
  noShowStrike: boolean
  strikeLimit: number
  strikeDays: number
  blockDays: number
  dailyLimit: number
  weeklyLimit: number
  guestLimit: number
  minimumAge: number
  forgiveMonths: number
}

/** A policy as a list of questions and answers. */
export function policyRules(
  policy: PolicyFacts,
  formats: PlainFormats & { weekStart: number },
): { about: string; rule: string }[] {
  const night =
    policy.blackoutFrom && policy.blackoutUntil
      ? ` No deadlines between ${wall(policy.blackoutFrom, formats)} and ` +
        `${wall(policy.blackoutUntil, formats)}: they move to the evening before.`
      : ''
  const opens =
    policy.opensDays > 0
      ? `opens ${count(policy.opensDays, 'day')} before the class`
      : 'is open at once'
  return [
    {
      about: 'Booking',
      rule: `Booking ${opens} and closes ${before(policy.closesMinutes)}.`,
    },
    {
      about: 'Cancelling',
      rule: `${cancelWords(policy, formats)}${night}`,
    },
    {
      about: 'Not coming',
      rule: missedWords(policy, formats),
    },
    {
      about: 'Waitlist',
      rule:
        policy.waitlistLimit > 0
          ? 'A full class has a waitlist of up to ' +
            `${count(policy.waitlistLimit, 'person', 'people')}, first come, first served, and ` +
            `it is free. A place that opens until ${span(policy.waitlistClosesMinutes)} before ` +
            `the start is ${givenWords(policy)}`
          : 'There are no waitlists.',
    },
    ...(policy.waitlistLimit > 0 && policy.declineMinutes > 0 && policy.offerMinutes === null
      ? [
          {
            about: 'A place you no longer want',
            rule:
              'If you get a place later than that, you can decline it free for ' +
              `${span(policy.declineMinutes)}.`,
          },
        ]
      : []),
    ...limitWords(policy, formats).map((rule) => ({ about: 'Limits', rule })),
  ]
}

const givenWords = ({ offerMinutes }: PolicyFacts) =>
  offerMinutes === null
    ? 'yours at once, if you can pay for it then.'
    : `offered to you for ${span(offerMinutes)}, if you can pay for it then. If ` +
      'you decline or don’t answer in time, you’re not charged and the next person is offered it.'

function cancelWords(policy: PolicyFacts, formats: PlainFormats): string {
  const { cancelMinutes, feeMinutes, lateLosesCredit, lateFeeMinor } = policy
  const fee = money(lateFeeMinor, formats.currency, formats.locale)
  if (feeMinutes !== null && feeMinutes !== cancelMinutes && lateLosesCredit && lateFeeMinor > 0) {
    const [credit, paid] = [`you lose the credit`, `you pay ${fee}`]
    return cancelMinutes > feeMinutes
      ? freeBeforeSentence(
          span(cancelMinutes),
          `${credit}, and from ${span(feeMinutes)} before ${paid} as well`,
        )
      : freeBeforeSentence(
          span(feeMinutes),
          `${paid}, and from ${span(cancelMinutes)} before ${credit} as well`,
        )
  }
  const late = lossWords(lateLosesCredit, lateFeeMinor, formats)
  const limit = lateLosesCredit || feeMinutes === null ? cancelMinutes : feeMinutes
  return freeBeforeSentence(span(limit), late && `you ${late}`)
}

function missedWords(policy: PolicyFacts, formats: PlainFormats): string {
  const { lateLosesCredit, noShowFeeMinor, noShowBoth, forgiveMonths } = policy
  const fee = money(noShowFeeMinor, formats.currency, formats.locale)
  const first =
    forgiveMonths > 0 ? ` The first fee in ${count(forgiveMonths, 'month')} is not charged.` : ''
  const waits =
    noShowFeeMinor > 0 || policy.lateFeeMinor > 0
      ? ' Fees wait 24 hours, so that we can waive them.'
      : ''
  if (lateLosesCredit && noShowFeeMinor > 0 && !noShowBoth)
    return (
      'If you don’t come, you lose the credit; ' +
      `if you pay by membership, ${fee}.${first}${waits}`
    )
  const missed = lossWords(lateLosesCredit, noShowFeeMinor, formats)
  const then = missed ? `you ${missed}` : 'nothing is taken'
  return `If you don’t come, ${then}.${first}${waits}`
}

type WeekWords = { locale: string; weekStart: number }

/** `from Monday to Sunday` */
export function weekWords({ locale, weekStart }: WeekWords): string {
  // A Monday, to ask for the names of days.
  const first = addDays('2026-01-05', weekStart - 1)
  return `from ${weekday(first, locale)} to ${weekday(addDays(first, 6), locale)}`
}

function limitWords(policy: PolicyFacts, { locale, weekStart }: WeekWords): string[] {
  const { dailyLimit, weeklyLimit, strikeLimit, strikeDays, blockDays } = policy
  const { lateStrike, noShowStrike, minimumAge } = policy
  const classes = (n: number) => count(n, 'class', 'classes')
  const strikes = [noShowStrike ? 'missed classes' : '', lateStrike ? 'late cancels' : '']
    .filter(Boolean)
    .join(' or ')
  return [
    dailyLimit > 0 ? `You can book ${classes(dailyLimit)} a day.` : '',
    weeklyLimit > 0
      ? `You can book ${classes(weeklyLimit)} a week, ${weekWords({ locale, weekStart })}.`
      : '',
    strikeLimit > 0 && strikes !== ''
      ? `After ${strikeLimit} ${strikes} within ${count(strikeDays, 'day')} you can’t book ` +
        `for ${count(blockDays, 'day')}.`
      : '',
    minimumAge > 0 ? `For people of ${minimumAge} and older on the day of the class.` : '',
  ].filter(Boolean)
}

const before = (minutes: number) =>
  minutes > 0 ? `${span(minutes)} before the start` : 'at the start'

const wall = (time: string, { locale }: PlainFormats) => clockTime(`2000-01-01T${time}`, locale)

/** `12 hours`, `90 minutes`, `2 days`. */
export function span(minutes: number): string {
  if (minutes > 0 && minutes % 1440 === 0 && minutes > 1440) return count(minutes / 1440, 'day')
  return minutes > 0 && minutes % 60 === 0 ? count(minutes / 60, 'hour') : count(minutes, 'minute')
}
