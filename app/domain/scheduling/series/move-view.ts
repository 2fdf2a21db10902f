/** What the form of a move is shown with. */
import { clockTime, dayLongTime } from '#app/values/wording.ts'
import type { LocalDateTime } from '#app/values/zone.ts'
import type { MovedRow } from './move-page.server.ts'
import {
  changesOf,
  closedWords,
  type MoveChoice,
  type MoveRefusal,
  moveRefusals,
  toldWords,
} from './move-words.ts'

type Named = { id: string; name: string }

export type MovePageData = ReturnType<typeof moveView>

export function moveView(
  page: {
    row: MovedRow
    rooms: readonly Named[]
    coaches: readonly Named[]
    told: readonly string[]
    choice: MoveChoice
    stays: boolean
    past: boolean
    closed: string | null
    refused: MoveRefusal | null
    conflicts: string[]
    skipped: LocalDateTime | null
  },
  {
    path,
    view,
    by,
    locale,
    minutes,
  }: { path: string; view: string; by: string; locale: string; minutes: number },
) {
  const { row, choice, refused, skipped } = page
  const { localStart, roomId, coachId } = choice
  const was = { ...row, minutes }
  const [rooms, coaches] = [page.rooms, page.coaches].map((all) =>
    all.map(({ id, name }) => ({ id, name })),
  ) as [Named[], Named[]]
  // Who has left still teaches what was planned.
  if (!coaches.some(({ id }) => id === row.coachId))
    coaches.push({ id: row.coachId, name: row.coachName })
  return {
    path,
    view,
    by,
    rooms,
    coaches,
    item: { id: row.id, kind: row.kind as string, seriesId: row.seriesId },
    date: localStart.slice(0, 10),
    title: row.title,
    when: `${dayLongTime(row.localStart, locale)}, ${row.roomName}, ${row.coachName}`,
    stays: page.stays,
    refused: refused && moveRefusals[refused],
    refusal: refused,
    changes: changesOf(was, choice, { rooms, coaches, locale }),
    effect: toldWords(row, {
      timeChanges: page.stays || row.localStart !== localStart,
      names: page.told,
    }),
    cannot:
      page.past && !refused
        ? 'This time is over. Choose one that is still to come.'
        : page.closed && closedWords(page.closed),
    skipped: skipped && `The clocks go forward then: it starts at ${clockTime(skipped, locale)}.`,
    conflicts: page.conflicts,
    resizes: row.kind === 'class',
    version: row.kind === 'class' ? (row.version ?? 0) : row.sequence,
    values: {
      date: localStart.slice(0, 10),
      time: localStart.slice(11),
      roomId,
      coachId,
      minutes: String(choice.minutes),
    },
  }
}
