/** What a timetable of a file makes of a set-up: its classes, and its week. Pure. */
import { newId } from '#app/values/id.ts'
import { foldName } from '#app/values/text/fold.ts'
import type { FileClass, TimetableFile } from './read-timetable-file.ts'
import type { DraftClass, DraftRoom, DraftWeekly, SetupAnswers } from './setup-draft.ts'
import { mostClassTypes, mostWeekly } from './setup-fields.ts'

export type WeekFromFile =
  | { ok: true; classes: DraftClass[]; week: DraftWeekly[] }
  | { ok: false; problems: string[] }

/** A class whose length nothing says. */
const usualMinutes = 60

/** So many sentences of a file are shown. */
const mostProblems = 8

/**
 * The week as a file has it. A class that isn't among the answers is added to the first discipline,
 * open to all; a room is one of the answers by name, or the only one there is. Refused, with what to
 * do: lines that can't be read, rooms nobody knows, more places than a room holds, and more classes
 * than a set-up takes. Nothing of a file is left out silently.
 */
export function weekFromFile(answers: SetupAnswers, file: TimetableFile): WeekFromFile {
  const rooms = answers.rooms?.rooms ?? []
  const pack = answers.studio?.disciplines[0]?.pack ?? ''
  const classes = [...(answers.classes?.classes ?? [])]
  const problems = [...file.problems]
  const week: DraftWeekly[] = []
  for (const one of file.classes) {
    const room = roomOf(one, rooms)
    if (!room) {
      problems.push(roomWords(one, rooms))
      continue
    }
    const capacity = one.capacity ?? room.capacity
    if (capacity > room.capacity) {
      problems.push(`${one.where}: ${room.name} holds ${room.capacity} people, not ${capacity}.`)
      continue
    }
    const known = classes.find(({ name }) => foldName(name) === foldName(one.name))
    const type = known ?? newClass(one, pack)
    if (!known) classes.push(type)
    const { weekday, time } = one
    week.push({ id: newId(), weekday, time, classId: type.id, roomId: room.id, capacity })
  }
  if (week.length > mostWeekly)
    problems.push(
      `The file has ${week.length} classes a week. Keep ${mostWeekly}, and add the others in Schedule once you’re open.`,
    )
  if (classes.length > mostClassTypes)
    problems.push(`These are more than ${mostClassTypes} kinds of class. Use fewer names.`)
  if (week.length === 0 && problems.length === 0) problems.push('The file has no classes.')
  if (problems.length > 0) return { ok: false, problems: shortened(problems) }
  return { ok: true, classes, week }
}

const newClass = ({ name, minutes }: FileClass, pack: string): DraftClass => ({
  ...{ id: newId(), pack, key: `own-${newId()}`, name },
  minutes: Math.min(720, Math.max(5, minutes ?? usualMinutes)),
  fromRung: null,
})

function roomOf({ room }: FileClass, rooms: readonly DraftRoom[]): DraftRoom | undefined {
  if (rooms.length === 1) return rooms[0]
  return rooms.find(({ name }) => foldName(name) === foldName(room))
}

function roomWords({ where, room }: FileClass, rooms: readonly DraftRoom[]): string {
  const known = rooms.map(({ name }) => name).join(', ')
  return room
    ? `${where}: “${room}” isn’t one of your rooms (${known}).`
    : `${where}: enter a room (${known}).`
}

const shortened = (problems: readonly string[]): string[] =>
  problems.length <= mostProblems
    ? [...problems]
    : [...problems.slice(0, mostProblems), `And ${problems.length - mostProblems} more like these.`]
