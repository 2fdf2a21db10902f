/** The rota as it is read, and what publishing it changes for each person. Pure. */
import type { ShiftRole } from '#app/db/studio/day/staffing-words.ts'
import type { Role } from '#app/domain/scope/permissions.ts'
import { type Instant, minutesBetween } from '#app/values/instant.ts'
import { spanWords } from '../time-off-words.ts'
import type { ShiftFacts, ShiftRow } from './rota-queries.server.ts'

type Where = { timeZone: string; locale: string }

export const shiftRoleWords: Record<ShiftRole, string> = {
  any: 'Anyone who works here',
  front_desk: 'Front desk',
  coach: 'Coaches',
  manager: 'Managers',
}

/** `Mon 7 Dec, 09:00 to 13:00, Front desk, Mill Street`. */
const shiftWords = (facts: ShiftFacts, location: string | null, where: Where) =>
  [spanWords(facts, where), facts.title, location].filter(Boolean).join(', ')

/** A shift as it was published last; null where it never was. */
export const toldOf = ({ told }: Pick<ShiftRow, 'told'>): ShiftFacts | null =>
  told ? (JSON.parse(told) as ShiftFacts) : null

/**
 * What changes for each person by publishing `rows`, by their id; what is over changes nothing, nor
 * does anything for who does not work here now.
 */
export function changesOf(
  rows: readonly ShiftRow[],
  now: Instant,
  where: Where,
): Map<string, [what: string, shift: string][]> {
  const changes = new Map<string, [string, string][]>()
  const add = (personId: string | null, what: string, facts: ShiftFacts, at: string | null) => {
    if (!personId || facts.endsAt <= now) return
    changes.set(personId, [...(changes.get(personId) ?? []), [what, shiftWords(facts, at, where)]])
  }
  for (const row of rows.filter(({ changed }) => changed)) {
    const told = toldOf(row)
    const stays = !row.removed
    if (told && (!stays || row.toldPersonId !== row.personId))
      add(row.toldGone ? null : row.toldPersonId, 'No longer yours', told, row.toldLocation)
    if (!stays) continue
    const own = row.toldPersonId === row.personId ? told : null
    // Who else may take it says nothing to them.
    const same =
      own && shiftWords(own, row.toldLocation, where) === shiftWords(row, row.location, where)
    if (!same) add(row.gone ? null : row.personId, own ? 'Changed' : 'New', row, row.location)
  }
  return changes
}

export type ShownShift = ShiftFacts & {
  id: string
  personId: string | null
  personName: string | null
  location: string | null
}

/** What everybody sees: the rota as it was published. */
export const publishedOf = (rows: readonly ShiftRow[]): ShownShift[] =>
  rows.flatMap((row) => {
    const told = toldOf(row)
    const { id, toldPersonId: personId, toldName: personName, toldLocation: location } = row
    return told ? [{ ...told, id, personId, personName, location }] : []
  })

/** What is in the way of who is planned: `has time off then`, `teaches Pole 2 then`. */
export const inTheWayOf = ({ gone, away, double, teaches }: ShiftRow): string[] =>
  [
    gone ? 'does not work here now' : '',
    away ? 'has time off then' : '',
    double ? 'works another shift then' : '',
    teaches ? `teaches ${teaches} then` : '',
  ].filter(Boolean)

/** Minutes of each person, most first. */
export function minutesOfEach(
  shifts: readonly Pick<ShownShift, 'personId' | 'personName' | 'startsAt' | 'endsAt'>[],
): { personId: string; name: string; minutes: number; shifts: number }[] {
  const people = new Map<string, { name: string; minutes: number; shifts: number }>()
  for (const { personId, personName, startsAt, endsAt } of shifts) {
    if (!personId) continue
    const sum = people.get(personId) ?? { name: personName ?? '', minutes: 0, shifts: 0 }
    sum.minutes += minutesBetween(startsAt, endsAt)
    sum.shifts += 1
    people.set(personId, sum)
  }
  return [...people]
    .map(([personId, sum]) => ({ personId, ...sum }))
    .sort((a, b) => b.minutes - a.minutes || a.name.localeCompare(b.name))
}

/** `7.5`: hours of a file and of a table. */
export const hoursOf = (minutes: number): string => String(Math.round(minutes / 0.6) / 100)

/** Whether somebody of `role` may take an open shift. */
export const roleFits = (shift: ShiftRole, role: Role): boolean =>
  shift === 'any' || shift === role || role === 'owner' || role === 'manager'

/** Why a shift stays theirs, with what to do. */
export const giveBackRefusals = {
  over: 'It has begun already. Tell a manager.',
  not_yours: 'It is someone else’s now.',
  changed: 'A manager is changing it. Try again once it is published.',
}

/** Why an open shift is not theirs, with what to do. */
export const takeRefusals = {
  taken: 'Someone else took it first.',
  over: 'It has begun already.',
  not_for_you: 'It is for another role. Ask a manager.',
  away: 'You have time off then. Ask a manager to cancel that first.',
  double: 'You work another shift then.',
  teaches: 'You teach then. Ask for a substitute first, or leave the shift.',
  changed: 'A manager is changing it. Try again once it is published.',
}
