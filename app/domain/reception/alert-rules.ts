/**
 * What stands out about someone at the door, and what the studio has decided about each: a matrix
 * of trigger and action.
 */
import type { alertTriggers } from '#app/db/studio/reception.ts'
import type { Mark } from '#app/domain/bookings/roster/roster-marks.ts'
import type { Instant } from '#app/values/instant.ts'
import { money, ordinal } from '#app/values/wording.ts'
import { birthdaysOn, type LocalDate } from '#app/values/zone.ts'

export type Trigger = (typeof alertTriggers)[number]
export const alertActions = ['allow', 'warn', 'block'] as const
export type AlertAction = (typeof alertActions)[number]
export type AlertRules = Record<Trigger, AlertAction>

/** Each trigger as the settings name it, and when it holds. */
export const triggerWords: Readonly<Record<Trigger, { name: string; when: string }>> = {
  past_due: { name: 'Past due', when: 'A payment of their membership is overdue.' },
  no_card: {
    name: 'No payment method',
    when: 'Their membership is paid online, and no card is kept for it.',
  },
  no_entitlement: {
    name: 'No plan or credit',
    when: 'They have no membership, credit or enrolment for their place.',
  },
  waiver_missing: {
    name: 'Not signed',
    when: 'They haven’t signed a document that has to be signed before booking.',
  },
  strikes: { name: 'Strikes', when: 'Late cancellations and no-shows stop them booking.' },
  skill_missing: {
    name: 'Skill missing',
    when: 'They haven’t cleared a skill that their class asks for.',
  },
  red_note: { name: 'Red note', when: 'They have a red note on their profile.' },
  archived: { name: 'Archived', when: 'Archived, but they have turned up.' },
}

const icons: Partial<Record<Trigger, Mark['icon']>> = {
  past_due: 'card',
  no_card: 'card',
  waiver_missing: 'note',
  archived: 'off',
}

export const triggers = Object.keys(triggerWords) as Trigger[]

/** Without a row of the studio: the desk is told, nobody is stopped. */
export const usualRules: AlertRules = {
  past_due: 'warn',
  no_card: 'warn',
  no_entitlement: 'warn',
  waiver_missing: 'warn',
  strikes: 'warn',
  skill_missing: 'warn',
  red_note: 'warn',
  archived: 'warn',
}

/** The matrix as its form was shown, in a line: what it must still be when the form is saved. */
export const alertsShown = (rules: AlertRules): string =>
  triggers.map((trigger) => rules[trigger]).join()

export function toAlertRules(
  rows: readonly { trigger: string; action: AlertAction }[],
): AlertRules {
  const rules = { ...usualRules }
  for (const { trigger, action } of rows) if (trigger in rules) rules[trigger as Trigger] = action
  return rules
}

/** A person as the desk meets them. Of an injury only that there is one. */
export type PersonAtDesk = {
  personId: string
  name: string
  preferredName: string
  photo: string
  /** Their code for the door; null before they looked at it. */
  code: string | null
  birthDate: LocalDate | null
  archivedAt: Instant | null
  /** The studio keeps them out, whatever its rules say. */
  bannedAt?: Instant | null
  pastDue: number
  /** 1 where nothing is kept that their membership could be charged to, and the studio charges. */
  noCard: number
  /** What is open in their account, in minor units. */
  owedMinor: number
  injury: number
  /** 1 where no version of a document that booking asks for is signed. */
  unsigned: number
  /** Red and yellow notes that stand: `red …` and `yellow …`, a line each. */
  notes: string | null
  /** Classes they came to, today's included once they are in. */
  visits: number
}

export type ArrivalFacts = {
  person: PersonAtDesk
  /** The place they come for; null is a visit without one. */
  place: {
    state: string
    paid: number
    lotName: string | null
    lotLeft: number | null
    /** A skill that the class asks for and they lack; left out where nothing was asked. */
    lacks?: string | null
  } | null
  /** Something pays for a class they have no place in yet; left out where nothing was asked. */
  paysForNew?: boolean
  /** Strikes stop them from booking until then. */
  blockedUntil: Instant | null
}

/** What holds for someone who arrives. */
export function triggersOf({
  person,
  place,
  paysForNew = true,
  blockedUntil,
}: ArrivalFacts): Trigger[] {
  const holds: Record<Trigger, boolean> = {
    past_due: person.pastDue === 1,
    no_card: person.noCard === 1,
    no_entitlement: place ? place.paid === 0 && place.state !== 'waitlisted' : !paysForNew,
    waiver_missing: person.unsigned === 1,
    strikes: blockedUntil !== null,
    skill_missing: Boolean(place?.lacks),
    red_note: linesOf(person.notes).some(([kind]) => kind === 'red'),
    archived: person.archivedAt !== null,
  }
  return triggers.filter((trigger) => holds[trigger])
}

/** What stops someone: what the studio decided, and a ban, which nobody goes over. */
export type Block = Trigger | 'banned'

export const blocksOf = (facts: ArrivalFacts, rules: AlertRules): Block[] => [
  ...(facts.person.bannedAt ? ['banned' as const] : []),
  ...triggersOf(facts).filter((trigger) => rules[trigger] === 'block'),
]

/** Whether someone who may go over what stops them has, with a reason. */
export const wentOver = (
  blocks: readonly Block[],
  { override, mayOverride }: { override: string; mayOverride: boolean | undefined },
): boolean => Boolean(mayOverride) && override.trim() !== '' && !blocks.includes('banned')

/** Told to those alone who may see what someone owes. */
const ofMoney: ReadonlySet<Trigger> = new Set(['past_due', 'no_card'])

/** Everything that stands out, worst first. `fees` is for anyone who may see what someone owes. */
export function alertMarks(
  facts: ArrivalFacts,
  rules: AlertRules,
  {
    fees,
    today,
    currency,
    locale,
  }: { fees: boolean; today: LocalDate; currency: string; locale: string },
): Mark[] {
  const { person, place } = facts
  const marks: Mark[] = person.bannedAt ? [{ icon: 'off', text: 'Banned', tone: 'bad' }] : []
  for (const trigger of triggersOf(facts)) {
    const action = rules[trigger]
    if (action === 'allow' || trigger === 'red_note' || (ofMoney.has(trigger) && !fees)) continue
    marks.push({
      icon: icons[trigger] ?? 'warning',
      text:
        trigger === 'skill_missing' && place?.lacks
          ? `Without ${place.lacks}`
          : triggerWords[trigger].name,
      tone: action === 'block' ? 'bad' : 'warn',
    })
  }
  for (const [kind, text] of linesOf(person.notes)) {
    if (kind === 'red' && rules.red_note === 'allow') continue
    marks.push({ icon: 'note', text: shortened(text), tone: kind === 'red' ? 'bad' : 'warn' })
  }
  // What is owed is told, and is no alert: it is paid with the next payment.
  if (fees && person.owedMinor > 0) {
    marks.push({
      icon: 'card',
      text: `Owes ${money(person.owedMinor, currency, locale)}`,
      tone: 'line',
    })
  }
  if (person.injury) marks.push({ icon: 'plaster', text: 'Injury', tone: 'bad' })
  if (place?.lotName != null && (place.lotLeft ?? 0) <= 1) {
    const left = place.lotLeft === 1 ? '1 credit left' : 'Last credit used'
    marks.push({ icon: 'card', text: left, tone: 'line' })
  }
  const visit = person.visits + (place?.state === 'checked_in' ? 0 : 1)
  if (visit === 1) marks.push({ icon: 'sprout', text: 'First visit', tone: 'line' })
  if (visit > 1 && visit % 100 === 0)
    marks.push({ icon: 'star', text: `${ordinal(visit)} visit`, tone: 'line' })
  if (person.birthDate && birthdaysOn(today).includes(person.birthDate.slice(5)))
    marks.push({ icon: 'star', text: 'Birthday', tone: null })
  return marks
}

function linesOf(notes: string | null): [kind: string, text: string][] {
  return (notes ?? '').split('\n').flatMap((line): [string, string][] => {
    const at = line.indexOf(' ')
    const kind = line.slice(0, at)
    return kind === 'red' || kind === 'yellow' ? [[kind, line.slice(at + 1)]] : []
  })
}

/** A mark is read at a glance; the whole is on the profile. */
const shortened = (text: string) => (text.length > 40 ? `${text.slice(0, 39)}…` : text)
