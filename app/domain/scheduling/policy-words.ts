/** The booking rules of a class, or of a policy, in words: no rule is met for the first time at its button. */

import type { Instant } from '#app/values/instant.ts'
import { clockTime, count, deadline, money } from '#app/values/wording.ts'
import type { ClassDetail } from './class-listing.ts'

type Telling = { timeZone: string; locale: string; currency: string }

/** What it costs to be late or away: `lose the credit and pay £5.00`; null when it costs nothing. */
export function lossWords(losesCredit: boolean, feeMinor: number, { currency, locale }: Telling): string | null {
  const parts = [
    losesCredit ? 'lose the credit' : null,
    feeMinor > 0 ? `pay ${money(feeMinor, currency, locale)}` : null,
  ]
  return parts.filter(Boolean).join(' and ') || null
}

/** The rules of one dated class, each with its clock time. */
export function classRules(detail: ClassDetail, now: Instant, telling: Telling): { when: string; what: string }[] {
  const at = (instant: Instant) => deadline(instant, telling.timeZone, telling.locale)
  const late = lossWords(detail.lateKeepsCredit, detail.lateFeeMinor, telling)
  const missed = lossWords(detail.lateKeepsCredit, detail.noShowFeeMinor, telling)
  return [
    ...(now < detail.opensAt ? [{ when: `From ${at(detail.opensAt)}`, what: 'You can book.' }] : []),
    { when: `Until ${at(detail.closesAt)}`, what: now < detail.opensAt ? 'Then booking closes.' : 'You can book.' },
    { when: `Until ${at(detail.cutoffAt)}`, what: 'Cancel free.' },
    { when: 'Later', what: late ? `Cancel and you ${late}.` : 'Cancel and it counts as late. No fee.' },
    { when: 'If you do not come', what: missed ? `You ${missed}.` : 'Nothing is taken.' },
    {
      when: 'If it is full',
      what:
        detail.waitlistLimit > 0
          ? `The waitlist gives out places until ${at(detail.waitlistClosesAt)}.`
          : 'There is no waitlist for this class.',
    },
  ]
}

/** The rules of a session whose place is one of a whole course: what counts is the make-up. */
export function sessionRules(
  { cutoffAt }: Pick<ClassDetail, 'cutoffAt'>,
  { kind, givesMakeUps }: { kind: string; givesMakeUps: boolean },
  { timeZone, locale }: Telling,
): { when: string; what: string }[] {
  return [
    { when: 'Places', what: `They are sold with the whole ${kind}.` },
    ...(givesMakeUps
      ? [
          { when: `Until ${deadline(cutoffAt, timeZone, locale)}`, what: 'Give your place up and you get a make-up.' },
          { when: 'Later', what: 'There is no make-up for it.' },
        ]
      : [{ when: 'If you do not come', what: 'Nothing goes back.' }]),
  ]
}

/** A version of a policy as the studio keeps it. */
export type PolicyFacts = {
  name: string
  opensDays: number
  closesMinutes: number
  cancelMinutes: number
  lateKeepsCredit: boolean
  lateFeeMinor: number
  noShowFeeMinor: number
  waitlistClosesMinutes: number
  waitlistLimit: number
  declineMinutes: number
  blackoutFrom: string
  blackoutUntil: string
}

/** A policy as a list of questions and answers. */
export function policyRules(policy: PolicyFacts, telling: Telling): { about: string; rule: string }[] {
  const late = lossWords(policy.lateKeepsCredit, policy.lateFeeMinor, telling)
  const missed = lossWords(policy.lateKeepsCredit, policy.noShowFeeMinor, telling)
  const night =
    policy.blackoutFrom && policy.blackoutUntil
      ? ` No limit falls between ${wall(policy.blackoutFrom, telling)} and ${wall(policy.blackoutUntil, telling)}: it moves to the evening before.`
      : ''
  const opens = policy.opensDays > 0 ? `opens ${count(policy.opensDays, 'day')} before the class` : 'is open at once'
  return [
    {
      about: 'Booking',
      rule: `Booking ${opens} and closes ${before(policy.closesMinutes)}.`,
    },
    {
      about: 'Cancelling',
      rule: `You can cancel free until ${span(policy.cancelMinutes)} before the start.${late ? ` Later you ${late}.` : ' Later costs nothing either.'}${night}`,
    },
    {
      about: 'Not coming',
      rule: missed ? `If you do not come, you ${missed}.` : 'If you do not come, nothing is taken.',
    },
    {
      about: 'Waitlist',
      rule:
        policy.waitlistLimit > 0
          ? `A full class has a waitlist of up to ${count(policy.waitlistLimit, 'person', 'people')}, first come, first served, and it is free. A place that opens until ${span(policy.waitlistClosesMinutes)} before the start is yours at once, if you can pay for it then.`
          : 'There are no waitlists.',
    },
    ...(policy.waitlistLimit > 0 && policy.declineMinutes > 0
      ? [
          {
            about: 'A place you no longer want',
            rule: `If you get a place after the free limit, you can decline it free for ${count(policy.declineMinutes, 'minute')}.`,
          },
        ]
      : []),
  ]
}

const before = (minutes: number) => (minutes > 0 ? `${span(minutes)} before the start` : 'at the start')

const wall = (time: string, { locale }: Telling) => clockTime(`2000-01-01T${time}`, locale)

/** `12 hours`, `90 minutes`, `2 days`. */
export function span(minutes: number): string {
  if (minutes > 0 && minutes % 1440 === 0 && minutes > 1440) return count(minutes / 1440, 'day')
  return minutes > 0 && minutes % 60 === 0 ? count(minutes / 60, 'hour') : count(minutes, 'minute')
}
