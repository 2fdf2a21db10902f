/** A week of the rota as its page prints it. Pure. */
import type { Role } from '#app/domain/scope/permissions.ts'
import type { Instant } from '#app/values/instant.ts'
import { spanWords } from '../time-off-words.ts'
import type { ShiftRow } from './rota-queries.server.ts'
import {
  changesOf,
  hoursOf,
  inTheWayOf,
  minutesOfEach,
  publishedOf,
  roleFits,
  shiftRoleWords,
} from './rota-words.ts'

type Label = { text: string; tone: 'good' | 'warn' | 'bad' | 'line' | null }

/**
 * Who plans sees what is planned, what is in the way of whom and everybody's hours; everybody else
 * what was published and their own hours, with a button on what they can take.
 */
export function rotaView(
  rows: readonly ShiftRow[],
  {
    now,
    timeZone,
    locale,
    plans,
    viewer,
  }: {
    now: Instant
    timeZone: string
    locale: string
    plans: boolean
    viewer: { personId: string; role: Role }
  },
) {
  const where = { timeZone, locale }
  const shown = plans ? rows : publishedOf(rows)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const names = new Map(
    rows.flatMap(({ personId, personName, toldPersonId, toldName }) => [
      [personId, personName],
      [toldPersonId, toldName],
    ]),
  )
  const stays = shown.filter(({ id }) => !plans || !byId.get(id)?.removed)
  return {
    shifts: shown.map((shift) => {
      const row = byId.get(shift.id)!
      const mine = shift.personId === viewer.personId
      const open = shift.personId === null
      const clash = plans && !row.removed ? inTheWayOf(row) : []
      const label = ((): Label | null => {
        if (plans && row.removed) return { text: 'Removed', tone: null }
        if (clash.length > 0) return { text: 'Check', tone: 'bad' }
        if (plans && row.changed) return { text: row.told ? 'Changed' : 'Draft', tone: 'warn' }
        return mine ? { text: 'Yours', tone: 'good' } : null
      })()
      return {
        id: shift.id,
        when: spanWords(shift, where),
        what: shift.title,
        where: shift.location ?? '',
        who: shift.personName ?? `Open: ${shiftRoleWords[shift.role].toLowerCase()}`,
        note: clash.join(', '),
        label,
        gives: !plans && mine && !row.changed && shift.startsAt > now,
        takes:
          !plans &&
          open &&
          !row.changed &&
          shift.startsAt > now &&
          roleFits(shift.role, viewer.role),
      }
    }),
    hours: minutesOfEach(stays)
      .filter(({ personId }) => plans || personId === viewer.personId)
      .map(({ minutes, ...one }) => ({ ...one, sum: hoursOf(minutes) })),
    unpublished: plans ? rows.filter(({ changed }) => changed).length : 0,
    telling: plans
      ? [...changesOf(rows, now, where).keys()].map((id) => names.get(id) ?? '').sort()
      : [],
  }
}
