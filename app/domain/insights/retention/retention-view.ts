/** Retention in words: reasons, the usual classes, a draft to somebody. Pure. */

import type { ExitReason } from '#app/db/studio/farewells-words.ts'
import { exitReasonWords } from '#app/domain/farewells/exit-words.ts'
import { count, dateTime, dayMonthShort, money } from '#app/values/wording.ts'
import { daysBetween, type LocalDate } from '#app/values/zone.ts'
import type { AtRisk, RetentionPage, Usual } from './retention-page.server.ts'

type Reader = { locale: string; currency: string }

const habitDays = 84

/** Why somebody is listed, beside how long they have been away: what we know, also of our own doing. */
export function reasonsOf(one: AtRisk): string[] {
  return [
    one.pastDue ? 'A payment failed' : '',
    one.turnedAway > 0
      ? `Was on the waitlist ${count(one.turnedAway, 'time')} without getting a place`
      : '',
    one.lateCancels > 0 ? `${count(one.lateCancels, 'late cancellation')} since` : '',
    one.visits < 3 ? `${count(one.visits, 'visit')} since joining` : '',
    one.email === '' && one.phone !== '' ? 'No email address, phone only' : '',
  ].filter(Boolean)
}

/** The two classes somebody takes most and their next dates. */
const usualOf = (usual: readonly Usual[], personId: string): Usual[] =>
  usual.filter((one) => one.personId === personId).slice(0, 2)

/** A first sentence to somebody who has been away, with what they could come to. */
function draftTo(one: AtRisk, usual: readonly Usual[], { locale }: Reader): string {
  const first = one.name.split(' ')[0] ?? one.name
  const open = usual.filter(({ left }) => left > 0)
  const classes = open.map(
    ({ name, localStart, left }) =>
      `${name} on ${dateTime(localStart, locale)} has ${count(left, 'place')} left`,
  )
  return [
    `Hi ${first}, we’ve missed you since ${dayMonthShort(one.lastOn, locale)}.`,
    classes.length > 0 ? `${classes.join(', and ')}.` : '',
    'Shall we keep you a place?',
  ]
    .filter(Boolean)
    .join(' ')
}

/** Twelve weeks as places of a strip: each day with a visit, from 0 to 1. */
function stripOf(days: readonly LocalDate[], today: LocalDate): number[] {
  return days
    .map((day) => 1 - daysBetween(day, today) / habitDays)
    .filter((share) => share >= 0 && share <= 1)
}

/** Everybody at risk as the board shows them. */
export function boardOf(page: RetentionPage, reader: Reader) {
  return page.atRisk.map((one) => {
    const usual = usualOf(page.usual, one.personId)
    const away = daysBetween(one.lastOn, page.today)
    return {
      id: one.personId,
      name: one.name,
      plans: one.plans ?? '',
      away: count(away, 'day'),
      usual:
        one.visits < 3
          ? `joined ${dayMonthShort(one.joinedOn, reader.locale)}`
          : `usually ${count(Math.max(1, Math.round(one.usualTenths / 10)), 'day')}`,
      strip: stripOf(
        page.visits.filter(({ personId }) => personId === one.personId).map(({ day }) => day),
        page.today,
      ),
      stripWords: `${count(one.visits, 'day')} with a visit in twelve weeks, the last ${count(away, 'day')} ago`,
      reasons: reasonsOf(one),
      classes: usual.map(({ occurrenceId, name, localStart, left }) => ({
        id: occurrenceId,
        name: `${name}, ${dateTime(localStart, reader.locale)}`,
        left: left > 0 ? `${left} left` : 'full',
      })),
      contacted: one.contactedAt ? 'Contacted' : '',
      draft: draftTo(one, usual, reader),
      canWrite: one.email !== '',
    }
  })
}

/** The figures above the board. */
export function retentionFigures(page: RetentionPage, { locale, currency }: Reader) {
  const { people, minor } = page.total
  const left = page.exits.reduce((sum, one) => sum + one.people, 0)
  return [
    { name: 'At risk', value: String(people), note: `${money(minor, currency, locale)} a month` },
    { name: 'Contacted in 30 days', value: String(page.contacted.people) },
    {
      name: 'Came back',
      value: String(page.contacted.back),
      note: `of the ${page.contacted.people}`,
    },
    { name: 'Said why they left', value: String(left), note: 'this month' },
  ]
}

/** How those who joined lately go on, step by step. */
export function joinersView({ joiners }: RetentionPage) {
  const { joined, first, third, second, ahead } = joiners
  const steps = [
    { id: 'joined', name: 'Joined', value: joined },
    { id: 'first', name: 'First visit', value: first ?? 0 },
    { id: 'third', name: 'Third in 14 days', value: third ?? 0 },
    { id: 'second', name: 'A second class type', value: second ?? 0 },
    { id: 'ahead', name: 'Booked ahead', value: ahead ?? 0 },
  ].map((step) => ({ ...step, words: String(step.value) }))
  const missing = joined - (third ?? 0)
  return {
    title:
      joined === 0
        ? 'Nobody joined in the last 60 days'
        : `${missing} of ${joined} who joined had no third visit in 14 days`,
    steps: joined === 0 ? [] : steps,
  }
}

export const exitsView = ({ exits }: RetentionPage) =>
  exits.map(({ reason, people }) => ({
    id: reason,
    name: exitReasonWords[reason as ExitReason] ?? reason,
    people,
  }))
