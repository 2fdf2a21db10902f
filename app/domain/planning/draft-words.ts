/** What the forms of a class say of the draft that is kept for it. Pure. */
import { deadline } from '#app/values/wording.ts'
import { changeWords, placeOf } from './plan-effects.ts'
import type { PlannedRow } from './planned-queries.server.ts'

type Reader = { timeZone: string; locale: string }

/** The draft that stands, for anyone who opens a form that can save another. */
export function draftStandsWords(row: PlannedRow, { timeZone, locale }: Reader): string {
  return (
    `${row.createdByName} saved a draft ${deadline(row.createdAt, timeZone, locale)}: ` +
    `${changeWords(row, locale)}. Saving another replaces it`
  )
}

/** Why a form is stale whose draft has become another; null where it was published or discarded. */
export function draftChangedWords(row: PlannedRow | null, { timeZone, locale }: Reader): string {
  const what = row
    ? `${row.createdByName} saved a draft of this class ` +
      `${deadline(row.createdAt, timeZone, locale)}, after you opened it: ` +
      changeWords(row, locale)
    : 'The draft of this class was published or discarded after you opened it'
  return `${what}. Open it again to see the latest, then make your change`
}

/** What a draft has for the fields of its class's form; nothing where it cancels the class. */
export function draftValues(row: PlannedRow) {
  const place = placeOf(row)
  if (!place) return {}
  const { minutes, roomId, coachId } = place
  return {
    time: place.localStart.slice(11),
    minutes: String(minutes),
    roomId,
    coachId,
    capacity: String(row.wantedCapacity ?? row.capacity),
  }
}
