/** What the last shift told this one, as the today board shows it. Pure. */
import type { IncidentKind } from '#app/db/studio/day/day-book-words.ts'
import { clockTime, dayShort, dayShortTime } from '#app/values/wording.ts'
import { wallTime } from '#app/values/zone.ts'
import { incidentWords } from './day-words.ts'

type Told = {
  notes: readonly { id: string; text: string; authorName: string; createdAt: string }[]
  incidents: readonly { id: string; kind: IncidentKind; happenedAt: string }[]
  birthdays: readonly { personId: string; name: string; localStart: string }[]
}

/** Notes with who wrote them, open incidents with their day, birthdays with the class they come to. */
export function shiftWords(
  { notes, incidents, birthdays }: Told,
  { locale, timeZone }: { locale: string; timeZone: string },
) {
  return {
    notes: notes.map(({ id, text, authorName, createdAt }) => ({
      id,
      text,
      by: `${authorName}, ${dayShortTime(wallTime(createdAt, timeZone), locale)}`,
    })),
    incidents: incidents.map(({ id, kind, happenedAt }) => ({
      id,
      title: `${incidentWords[kind]}, ${dayShort(happenedAt.slice(0, 10), locale)}, still open`,
    })),
    birthdays: birthdays.map(({ personId, name, localStart }) => ({
      personId,
      text: `${name} has a birthday today and is in the ${clockTime(localStart, locale)}`,
    })),
  }
}
