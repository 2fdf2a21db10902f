/** What is done automatically about an invoice, in words for the desk. Pure. */
import {
  failureWords,
  methodName,
  worthRetrying,
} from '#app/domain/payments/attempts/attempt-words.ts'
import type { Instant } from '#app/values/instant.ts'
import { compareTexts } from '#app/values/text-order.ts'
import { count, dayMonthYear, dayNear, dayShortTime } from '#app/values/wording.ts'
import { type LocalDate, localDate, wallTime } from '#app/values/zone.ts'
import type { PlannedStep } from './dunning-calendar.ts'

/** A step of the calendar as it is now. */
export type StepFacts = PlannedStep & {
  id: string
  state: 'coming' | 'doing' | 'done' | 'failed' | 'skipped' | 'over'
  code: string | null
  doneAt: Instant | null
  doneBy: string
  /** 1 where its letter was written. */
  mailed: number
}

export type CollectingFacts = {
  steps: StepFacts[]
  payerName: string
  /** Nobody is written to without one. */
  payerEmail: string
  /** The card that would be charged; null where none is kept. */
  brand: string | null
  last4: string | null
  /** 1 where the studio takes payments online. */
  online: number
  /** Links that pay the invoice now, and when the last of them ends. */
  links: number
  linksUntil: Instant | null
}

type Reader = { locale: string; timeZone: string; today: LocalDate }

/** `open`: the invoice is still to be paid. `sum`: what of it; empty where it is paid in parts. */
type Standing = Reader & { open: boolean; sum: string }

export type CollectingView = {
  steps: {
    key: string
    when: string
    what: string
    note: string
    over: boolean
    /** What is skipped by its button; null where it has happened. */
    skip: string | null
  }[]
  /** The button that charges the card; null without a card. */
  charge: string | null
  /** Why there is no such button. */
  noCharge: string
  online: boolean
  links: string
}

export function collectingView(facts: CollectingFacts, standing: Standing): CollectingView {
  const { steps, payerName, brand, last4, links, linksUntil, online } = facts
  const { open, sum, locale, timeZone } = standing
  const card = brand === null ? null : methodName({ brand, last4: last4 ?? '' })
  const charged = steps.some(({ kind, state }) => kind === 'charge' && state !== 'coming')
  const underWay = steps.some(({ state }) => state === 'doing')
  const shown = open ? steps : steps.filter(({ state }) => state !== 'over')
  const until = linksUntil && dayMonthYear(localDate(linksUntil, timeZone), locale)
  return {
    steps: [...shown].sort(inOrder).map((step) => ({
      key: step.id,
      when: whenOf(step, standing),
      what: whatOf(step, card),
      note: noteOf(step, facts),
      over: step.state !== 'coming' && step.state !== 'doing',
      skip: open && step.state === 'coming' ? skipped[step.kind] : null,
    })),
    charge: open && card !== null && !underWay ? chargeWords(card, charged, sum) : null,
    noCharge: card === null ? `${payerName} has no card kept.` : '',
    online: online === 1,
    links: links === 0 ? '' : `${count(links, 'pay link')} can be used until ${until}.`,
  }
}

const chargeWords = (card: string, charged: boolean, sum: string): string =>
  charged ? 'Try the card again now' : `Charge ${sum && `${sum} to `}${card} now`

const happened = ({ doneAt, state }: StepFacts): Instant | null =>
  state === 'skipped' ? null : doneAt

/** What happened by its time, then what is under way, then what comes by its day. */
const inOrder = (a: StepFacts, b: StepFacts): number => compareTexts(orderOf(a), orderOf(b))

const orderOf = (step: StepFacts): string => {
  const at = happened(step)
  if (at !== null) return `0 ${at}`
  return `${step.state === 'doing' ? 1 : 2} ${step.dueOn} ${step.kind}`
}

function whenOf(step: StepFacts, { locale, timeZone, today }: Reader): string {
  const at = happened(step)
  return at === null
    ? dayNear(step.dueOn, today, locale)
    : dayShortTime(wallTime(at, timeZone), locale)
}

/** What is skipped, as its button and its line name it. */
const skipped: Record<StepFacts['kind'], string> = {
  charge: 'charging the card',
  block: 'the end of booking',
  suspend: 'the suspension',
}

function whatOf({ kind, n, state, doneBy }: StepFacts, card: string | null): string {
  if (state === 'skipped') return `${doneBy} skipped ${skipped[kind]}`
  if (kind !== 'charge')
    return dayWords[kind][state === 'done' || state === 'over' ? state : 'coming']
  if (state === 'doing') return 'The card is being charged'
  if (state === 'done') return 'The card was charged'
  if (state === 'failed') return n === 0 ? 'The card could not be charged' : 'The retry failed'
  if (state === 'over') return 'The card isn’t tried again'
  const named = card ?? 'The card'
  return n === 0 ? `${named} is charged` : `${named} is tried again`
}

const dayWords = {
  block: {
    coming: 'Booking stops',
    done: 'Booking stopped',
    over: 'Booking was not stopped',
  },
  suspend: {
    coming: 'The membership is suspended',
    done: 'The membership was suspended',
    over: 'The membership was not suspended',
  },
}

/** Why, who asked for it, and who is told of it by email. */
function noteOf(step: StepFacts, { steps, payerName, payerEmail, brand }: CollectingFacts): string {
  const { kind, state, code, doneBy, mailed } = step
  const says: string[] = []
  if (state === 'failed') says.push(failureWords(code))
  if (state === 'doing') says.push('A bank debit takes some days.')
  if (state === 'over' && kind === 'charge' && givenUp(steps)) {
    says.push('Another card is charged as soon as they add one.')
  }
  if (state === 'coming' && kind === 'charge' && brand === null) says.push('No card is kept.')
  if (state === 'coming' && kind === 'block') says.push('Classes already booked stay booked.')
  if (kind === 'charge' && doneBy !== '' && ['done', 'failed', 'doing'].includes(state)) {
    says.push(`${doneBy} asked for it.`)
  }
  if (mailed === 1) says.push(`We emailed ${payerName} a pay link.`)
  // On the day of the suspension its own letter says both.
  const quiet = kind === 'charge' && steps.some((one) => suspends(one) && one.dueOn <= step.dueOn)
  if (state === 'coming' && payerEmail !== '' && !quiet) {
    const when = kind === 'charge' ? 'If that fails, we' : 'We'
    says.push(`${when} email ${payerName} a pay link.`)
  }
  return says.join(' ')
}

const suspends = ({ kind, state }: StepFacts) => kind === 'suspend' && state === 'coming'

/** A card that no later try gets money from. */
const givenUp = (steps: readonly StepFacts[]) =>
  steps.some(({ state, code }) => state === 'failed' && !worthRetrying(code))

/**
 * `The card is tried again after 1, 3 and 7 days. Booking stops after 3 days. Paid by hand, it
 * stops after 14 days.`
 */
export function dunningWords({
  retryDays,
  graceDays,
  handGraceDays,
}: {
  retryDays: readonly number[]
  graceDays: number
  handGraceDays: number | null
}): string {
  const last = retryDays.at(-1)
  const days =
    retryDays.length > 1
      ? `${retryDays.slice(0, -1).join(', ')} and ${last} days`
      : count(last ?? 0, 'day')
  const tried =
    last === undefined ? 'The card isn’t tried again.' : `The card is tried again after ${days}.`
  const booking =
    graceDays === 0
      ? 'Booking stops the day after.'
      : `Booking stops after ${count(graceDays, 'day')}.`
  const byHand =
    handGraceDays === null
      ? 'Bills paid by hand stop no booking.'
      : `Paid by hand, it stops after ${count(handGraceDays, 'day')}.`
  return `${tried} ${booking} ${byHand}`
}
