/** Sentences about a studio's own plan. Pure. */
import type { Role } from '#app/domain/scope/permissions.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { count, dayLong, money } from '#app/values/wording.ts'
import type { LocalDate } from '#app/values/zone.ts'
import {
  keptUntil,
  lastPastDue,
  lastReadOnly,
  type PlanFacts,
  type PlanState,
} from './plan-days.ts'
import { beyondPlan, monthPrice, type OwnPlanKey, type OwnUsage, ownPlans } from './plan-prices.ts'

export const planStateWords: Readonly<Record<PlanState, string>> = {
  trial: 'Trial',
  active: 'Active',
  past_due: 'Payment overdue',
  read_only: 'Read only',
  closed: 'Closed',
}

/** How it stands and what comes next, in one sentence for its owner. */
export function planStandsWords(state: PlanState, facts: PlanFacts, locale: string): string {
  const day = (date: LocalDate) => dayLong(date, locale)
  const until = day(facts.paidUntil)
  switch (state) {
    case 'trial':
      return facts.cancelled
        ? `Your trial runs until ${until}. Then the studio closes.`
        : `Your trial runs until ${until}. Everything is included.`
    case 'active':
      return facts.cancelled
        ? `Cancelled. Everything works until ${until}. Then the studio closes.`
        : `Paid until ${until}.`
    case 'past_due':
      return `Payment was due on ${until}. Everything works until ${day(lastPastDue(facts.paidUntil))}.`
    case 'read_only':
      return `Nothing can be changed until it’s paid. Check-in goes on, and everything can be read and downloaded. On ${day(lastReadOnly(facts.paidUntil))} the studio closes.`
    case 'closed':
      return `The studio is closed. Your data is kept until ${day(keptUntil(facts))} and can be downloaded for free.`
  }
}

/** What a plan is for: `Up to 60 active members and 1 location`. */
export function planForWords(plan: OwnPlanKey): string {
  const { members, locations } = ownPlans[plan]
  const people = members === null ? 'Any number of members' : `Up to ${members} active members`
  const places = locations === null ? 'locations' : count(locations, 'location')
  return `${people} and ${places}`
}

/** `£69.00 a month` */
export function planPriceWords(plan: OwnPlanKey, currency: string, locale: string): string {
  const price = monthPrice(plan, currency)
  return `${money(price.amountMinor, price.currency, locale)} a month`
}

/** What stops with a plan that is for less than the studio has now, one sentence each. */
export function whatStopsWords(from: OwnPlanKey, to: OwnPlanKey, usage: OwnUsage): string[] {
  const [before, after] = [ownPlans[from], ownPlans[to]]
  const beyond = beyondPlan(to, usage)
  const stops: string[] = []
  if (beyond.includes('members'))
    stops.push(
      `${after.name} is for up to ${after.members} active members. You have ${usage.members}.`,
    )
  if (after.locations !== null && after.locations !== before.locations)
    stops.push(
      beyond.includes('locations')
        ? `You keep your ${usage.locations} locations, but can’t add another.`
        : `You can’t have more than ${count(after.locations, 'location')}.`,
    )
  if (after.members !== null && after.members !== before.members && !beyond.includes('members'))
    stops.push(`It is for up to ${after.members} active members. You have ${usage.members}.`)
  return stops
}

/** What somebody reads whose press is refused because the studio's plan isn't paid. */
export const unpaidWords = (studio: string, staff: boolean): string =>
  staff
    ? 'Nothing can be changed until Cadence is paid. You can still check people in, and read and download everything. The owner finds the bill under Settings, Your plan.'
    : `${studio} can’t take this online just now. Call or write to the studio.`

/** Why an act on the plan came to nothing, with what to do. */
export const planRefusals = {
  no_plan: 'Nobody bills this studio for Cadence.',
  changed_meanwhile: 'The plan was changed meanwhile. Have another look and press again.',
  too_many_members: 'You have more active members than that plan is for.',
} as const

/** From when a plan that is chosen counts. */
export const whenPlanWords = (trial: boolean, paidUntil: LocalDate, locale: string): string =>
  trial
    ? `You have it at once. Your trial still runs until ${dayLong(paidUntil, locale)}.`
    : `You have it from the next bill on. What is paid runs until ${dayLong(paidUntil, locale)}.`

export function planChosenWords(
  row: { plan: OwnPlanKey; nextPlan: OwnPlanKey | ''; paidUntil: LocalDate },
  locale: string,
): string {
  const { name } = ownPlans[row.nextPlan || row.plan]
  return row.nextPlan
    ? `${name} chosen. You have it after ${dayLong(row.paidUntil, locale)}.`
    : `${name} chosen.`
}

/** What becomes of a studio that cancels, in order. */
export function whatCancellingDoes(facts: PlanFacts, locale: string): string[] {
  const until = dayLong(facts.paidUntil, locale)
  const kept = dayLong(keptUntil({ ...facts, cancelled: true }), locale)
  return [
    `Everything works until ${until}. You pay nothing more.`,
    'After that members can’t book or buy, and no membership is billed or charged.',
    `You can read and download everything until ${kept}. It’s free.`,
    `You can change your mind until ${until}.`,
  ]
}

/** A line of the plan's history. */
export function planChangeWords(change: {
  kind: 'started' | 'state' | 'paid' | 'chosen' | 'cancelled' | 'resumed'
  state: PlanState
  plan: OwnPlanKey
  detail: string
}): string {
  switch (change.kind) {
    case 'started':
      return `Trial of ${ownPlans[change.plan].name} started`
    case 'paid':
      return `Payment received: ${change.detail}`
    case 'chosen':
      return `${ownPlans[change.detail in ownPlans ? (change.detail as OwnPlanKey) : change.plan].name} chosen`
    case 'cancelled':
      return 'Plan cancelled'
    case 'resumed':
      return 'Plan kept'
    case 'state':
      return planStateWords[change.state]
  }
}

/** What staff read over every page while the studio's plan isn't paid; null where there is nothing. */
export function planNotice(
  state: Studio['planState'],
  role: Role,
): { text: string; tone: 'warn' | 'bad'; pays: boolean } | null {
  const pays = role === 'owner'
  if (state === 'past_due')
    return pays ? { text: 'Your Cadence bill is overdue.', tone: 'warn', pays } : null
  if (state === 'read_only')
    return {
      text: 'Nothing can be changed until Cadence is paid. Check-in goes on.',
      tone: 'bad',
      pays,
    }
  if (state === 'closed')
    return {
      text: 'This studio is closed. Everything can be read and downloaded.',
      tone: 'bad',
      pays,
    }
  return null
}
