/** What a lead form asks, as a version of it is kept. Pure. */
import type { ConsentKind } from '#app/domain/people/consents/consent-words.ts'
import { dayPartStarts } from '#app/values/day-part.ts'

const { afternoon, evening } = dayPartStarts

export type FormDefinition = {
  title: string
  intro: string
  phone: 'off' | 'optional' | 'required'
  /** Choices of what they are interested in; none is not asked. */
  interests: string[]
  /** Asks when they could come. */
  times: boolean
  message: boolean
  /** Questions of the studio's own, answered in a line. */
  questions: string[]
  consents: (ConsentKind & { textId: string; text: string; version: number })[]
  thanks: string
  /** The letter that answers; none is not sent. */
  reply: { subject: string; text: string } | null
  /** Class types a trial may be booked in; none offers no trial. */
  trialTypes: string[]
}

/** Parts of the week someone could come in, as forms and cards name them. */
export const dayParts = {
  morning: { name: 'Mornings', from: '05:00', to: afternoon },
  afternoon: { name: 'Afternoons', from: afternoon, to: evening },
  evening: { name: 'Evenings', from: evening, to: '23:59' },
} as const
export type DayPart = keyof typeof dayParts

/** When someone could come: `weekday-evening, weekend-morning`. */
export const preferredSlots = (['weekday', 'weekend'] as const).flatMap((week) =>
  (Object.keys(dayParts) as DayPart[]).map((part) => ({
    id: `${week}-${part}`,
    week,
    part,
    name: `${week === 'weekday' ? 'Weekday' : 'Weekend'} ${dayParts[part].name.toLowerCase()}`,
  })),
)

/** Only the parts of the week that there are, each once. */
export const tidyTimes = (typed: readonly string[]): string =>
  preferredSlots
    .filter(({ id }) => typed.includes(id))
    .map(({ id }) => id)
    .join(', ')

/** `Weekday evenings, weekend mornings`; empty where none was named. */
export const timesWords = (kept: string): string =>
  preferredSlots
    .filter(({ id }) => kept.split(', ').includes(id))
    .map(({ name }, i) => (i === 0 ? name : name.toLowerCase()))
    .join(', ')

/** The field that people cannot see: only programs fill it in. */
export const trapField = 'website'

/** Any body is read so far, and no further. */
export const submissionBytes = 64 * 1024

/** When the page of a form was opened, signed. */
export const openedField = 'opened'

/** A form sent sooner after its page was opened was sent by a program. */
export const soonestMs = 2_000

/** What a form is found by in an address of ours: its studio's id, then its own. */
export const formAddress = (studioId: string, formId: string): string => `${studioId}${formId}`

/** The two of an address; null where it is none. */
export function formOfAddress(address: string): { studioId: string; formId: string } | null {
  const ids = /^([0-9A-Za-z]{12})([0-9A-Za-z]{12})$/.exec(address)
  return ids ? { studioId: ids[1]!, formId: ids[2]! } : null
}
