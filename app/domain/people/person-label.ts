/** What a person is to the studio now, in one short label: derived, never set by hand. */
import { dayShort } from '#app/values/wording.ts'
import type { LocalDate } from '#app/values/zone.ts'

export type HeldPlan = {
  name: string
  state: string
  startsOn: LocalDate
  endsOn: LocalDate | null
  frozenFrom: LocalDate | null
  frozenUntil: LocalDate | null
}

export type LabelFacts = {
  archived: boolean
  staff: boolean
  /** The membership that gives most now, if any. */
  plan: HeldPlan | null
  /** Credits in lots that have not ended. */
  credits: number
  /** Ever held a membership or credits. */
  heldOnce: boolean
}

export type PersonLabel = { text: string; tone: 'good' | 'warn' | 'bad' | 'line' | null }

/** The label of a person in lists and above their profile. */
export function personLabel(
  facts: LabelFacts,
  { today, locale }: { today: LocalDate; locale: string },
): PersonLabel {
  const { plan } = facts
  if (facts.archived) return { text: 'Archived', tone: null }
  if (plan) return planLabel(plan, { today, locale })
  if (facts.credits > 0) return { text: 'Pack', tone: null }
  if (facts.heldOnce) return { text: 'Past', tone: null }
  return facts.staff ? { text: 'Staff', tone: null } : { text: 'Visitor', tone: 'line' }
}

function planLabel(
  plan: HeldPlan,
  { today, locale }: { today: LocalDate; locale: string },
): PersonLabel {
  const day = (date: LocalDate) => dayShort(date, locale).replace(/^\S+ /, '')
  if (plan.state === 'past_due' || plan.state === 'suspended')
    return { text: 'Past due', tone: 'bad' }
  if (plan.startsOn > today) return { text: `Starts ${day(plan.startsOn)}`, tone: 'line' }
  if (
    plan.frozenFrom !== null &&
    plan.frozenFrom <= today &&
    (plan.frozenUntil ?? today) >= today
  ) {
    return {
      text: plan.frozenUntil ? `Frozen to ${day(plan.frozenUntil)}` : 'Frozen',
      tone: 'warn',
    }
  }
  if (plan.endsOn !== null) return { text: `Leaves ${day(plan.endsOn)}`, tone: 'warn' }
  if (plan.state === 'trialing') return { text: 'Trial', tone: 'line' }
  return { text: 'Active', tone: 'good' }
}
