/**
 * What a move of something on the calendar changes, in sentences, and why some things are not moved
 * here.
 */

import * as z from 'zod'
import type { OfferingKind } from '#app/db/studio/scheduling.ts'
import { asked } from '#app/values/field-rules.ts'
import type { Instant } from '#app/values/instant.ts'
import { count, dayLongTime } from '#app/values/wording.ts'
import { isLocalDate, type LocalDateTime } from '#app/values/zone.ts'

export type MoveChoice = {
  localStart: LocalDateTime
  minutes: number
  roomId: string
  coachId: string
}

const time = /^([01]\d|2[0-3]):[0-5]\d$/

/** The form of a move. `version` is what was on the page: a second editor is told. */
export const moveForm = z.object({
  date: z
    .string({ error: 'Enter the date' })
    .refine(isLocalDate, { error: 'Enter a date that exists' }),
  time: z
    .string({ error: 'Enter when it starts' })
    .regex(time, { error: 'Enter a time like 18:30' }),
  minutes: asked(
    z.coerce
      .number({ error: 'Enter how many minutes it lasts' })
      .int({ error: 'Enter whole minutes' })
      .min(5, { error: 'Enter 5 minutes or more' })
      .max(720, { error: 'Enter 720 minutes or fewer' })
      .optional(),
    // Not every thing that is moved can be longer or shorter; of one that can it is asked.
    { required: true, missing: 'Enter how many minutes it lasts' },
  ),
  roomId: z.string({ error: 'Choose a room' }).min(1, { error: 'Choose a room' }).max(40),
  coachId: z.string({ error: 'Choose a coach' }).min(1, { error: 'Choose a coach' }).max(40),
  version: z.coerce.number({ error: 'Reload the page and try again' }).int(),
  anyway: z.string().optional(),
  view: z.enum(['day', 'week', 'month']).catch('week'),
  by: z.enum(['room', 'staff']).catch('room'),
})

/** The same in an address, before the press: what is not understood is left out. */
export const moveParams = z.object({
  date: z.string().refine(isLocalDate).optional().catch(undefined),
  time: z.string().regex(time).optional().catch(undefined),
  minutes: z.coerce.number().int().min(5).max(720).optional().catch(undefined),
  roomId: z.string().min(1).max(40).optional().catch(undefined),
  coachId: z.string().min(1).max(40).optional().catch(undefined),
  view: z.enum(['day', 'week', 'month']).catch('week'),
  by: z.enum(['room', 'staff']).catch('room'),
})

export type MoveRefusal = 'over' | 'appointment' | 'event' | 'draft'

type Availability = { kind: OfferingKind; state: string; startsAt: Instant }

/** Why something cannot be moved on the calendar; null when it can. */
export function refusalOfMove(
  { kind, state, startsAt }: Availability,
  now: Instant,
): MoveRefusal | null {
  if (kind === 'appointment') return 'appointment'
  if (kind === 'event') return 'event'
  if (startsAt <= now || !['scheduled', 'draft'].includes(state)) return 'over'
  return state === 'draft' && kind === 'class' ? 'draft' : null
}

/** The refusal as a sentence; each says what to do instead. */
export const moveRefusals: Record<MoveRefusal, string> = {
  over: 'This has started or is cancelled, so you can’t move it.',
  appointment:
    'The member can move an appointment in their bookings, or you can cancel and book it ' +
    'again on its page.',
  event: 'Change an event on its own page.',
  draft: 'This class is a draft. Change it under Publish.',
}

/** The studio does not open on the day. */
export const closedWords = (name: string) =>
  `The studio is closed then: ${name}. Choose another day.`

type Named = { id: string; name: string }
type Was = MoveChoice & { roomName: string; coachName: string }

/**
 * `Friday 20 November, 18:30 becomes Saturday 21 November, 10:00`: one sentence for each thing that
 * changes.
 */
export function changesOf(
  was: Was,
  choice: MoveChoice,
  {
    rooms,
    coaches,
    locale,
  }: { rooms: readonly Named[]; coaches: readonly Named[]; locale: string },
): string[] {
  const when = (local: LocalDateTime) => dayLongTime(local, locale)
  const name = (all: readonly Named[], id: string) =>
    all.find((one) => one.id === id)?.name ?? 'another'
  return [
    ...(was.localStart === choice.localStart
      ? []
      : [`${when(was.localStart)} becomes ${when(choice.localStart)}`]),
    ...(was.minutes === choice.minutes ? [] : [`${was.minutes} minutes become ${choice.minutes}`]),
    ...(was.roomId === choice.roomId
      ? []
      : [`${was.roomName} becomes ${name(rooms, choice.roomId)}`]),
    ...(was.coachId === choice.coachId
      ? []
      : [`${was.coachName} becomes ${name(coaches, choice.coachId)}`]),
  ]
}

/**
 * Who is told of it, by name: everyone in a class, and of a session everyone enrolled where its
 * time changes. `names` are the first of them.
 */
export function toldWords(
  {
    kind,
    state,
    live,
    enrolled,
  }: { kind: OfferingKind; state: string; live: number; enrolled: number },
  { timeChanges, names }: { timeChanges: boolean; names: readonly string[] },
): string {
  if (kind === 'class') {
    if (live === 0) return 'Nobody is booked, so nobody is notified.'
    return (
      `${count(live, 'person is', 'people are')} booked or waiting: ` +
      `we tell each of them once, and nobody loses their place. ${namesWords(names, live)}`
    )
  }
  if (state === 'draft') return 'The course is a draft, so nobody is notified.'
  if (!timeChanges) return 'People are not told about a change of room or coach.'
  if (enrolled === 0) return 'Nobody is enrolled, so nobody is notified.'
  return (
    `${count(enrolled, 'person is', 'people are')} enrolled: ` +
    'we tell each of them, and they can withdraw with a full refund for the remaining ' +
    `sessions. ${namesWords(names, enrolled)}`
  )
}

/** `Ana Reyes, Ben Carter and 3 more.` */
function namesWords(names: readonly string[], all: number): string {
  const more = all - names.length
  return more > 0 ? `${names.join(', ')} and ${more} more.` : `${names.join(', ')}.`
}
