/** A task as it is read: what needs somebody, why, and by when. Pure. */
import type { PlainFormats } from '#app/values/formats.ts'
import type { Instant } from '#app/values/instant.ts'
import {
  clockTime,
  count,
  dayLong,
  dayShortTime,
  deadlineNear,
  money,
} from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'
import type { TaskFacts, TaskKind, TaskRole } from './task-facts.ts'

export type TaskReader = PlainFormats & { now: Instant }

type Said = { title: string; note: string }
type Words = { [Kind in TaskKind]: (facts: TaskFacts[Kind], formats: TaskReader) => Said }

const at = (facts: { title: string; localStart: string }, { locale }: TaskReader) =>
  `${facts.title}, ${dayShortTime(facts.localStart, locale)}`

/** What became of a date of a series that meets something else. */
const clashed = {
  scheduled: 'clashes with',
  draft: 'is kept as a draft: it clashes with',
  missing: 'was not added: it clashes with',
}

/** One kind of task, one pair of sentences. */
const words: Words = {
  substitute: (facts, formats) => ({
    title: `Find a substitute for ${at(facts, formats)}`,
    note: `${facts.coachName} can't teach it.`,
  }),
  substitute_claim: (facts, formats) => ({
    title: `${facts.claimedName} would take ${at(facts, formats)}`,
    note: `Instead of ${facts.coachName}. Approve it, or ask someone else.`,
  }),
  appointment_request: (facts, formats) => ({
    title: `${facts.personName} asked for ${at(facts, formats)}`,
    note: `With ${facts.coachName}. Confirm or decline it before it starts.`,
  }),
  course_decision: ({ title, enrolled, needs }) => ({
    title: `Decide whether ${title} takes place`,
    note: `${enrolled} of the ${needs} it needs are enrolled.`,
  }),
  few_booked: (facts, formats) => ({
    title:
      `${facts.title} at ${clockTime(facts.localStart, formats.locale)} has ` +
      `${facts.booked === 0 ? 'nobody' : `only ${facts.booked}`} booked`,
    note: `${facts.coachName} teaches it. Run it, or cancel it in time.`,
  }),
  fees_due: ({ n, amountMinor }, { currency, locale }) => ({
    title:
      `${count(n, 'fee')}, ${money(amountMinor, currency, locale)}, ` +
      `fall${n === 1 ? 's' : ''} due today`,
    note: 'They can still be waived.',
  }),
  class_clash: (facts, formats) => ({
    title: `${at(facts, formats)}, ${clashed[facts.made ?? 'missing']} ${facts.other}`,
    note: facts.coach ? `${facts.coachName} teaches both.` : `Both are in ${facts.roomName}.`,
  }),
  inspection_due: ({ name, dueOn }, { locale }) => ({
    title: `Inspect ${name}`,
    note: `Due ${dayLong(dueOn, locale)}.`,
  }),
}

const roleWords: Record<TaskRole, string> = {
  manager: 'For a manager',
  front_desk: 'For the front desk',
}

export type TaskWords = ReturnType<typeof taskWords>

/** The words of a row; `due` is empty where the note says the date. */
export function taskWords(
  task: {
    id: string
    kind: TaskKind
    role: TaskRole
    personId: string | null
    personName: string | null
    dueAt: Instant
    path: string
    facts: string
    state: 'open' | 'done' | 'over'
    doneAt: Instant | null
    doneByName: string
  },
  formats: TaskReader,
) {
  const { now, timeZone, locale } = formats
  const near = (instant: Instant) =>
    deadlineNear(instant, timeZone, locale, localDate(now, timeZone))
  const says = words[task.kind] as (facts: unknown, formats: TaskReader) => Said
  const overdue = task.state === 'open' && task.dueAt < now
  return {
    id: task.id,
    ...says(JSON.parse(task.facts), formats),
    path: task.path,
    due: task.kind === 'inspection_due' ? '' : `Due ${near(task.dueAt)}`,
    overdue,
    holderId: task.personId,
    holder: task.personName ? `${task.personName} has it` : roleWords[task.role],
    open: task.state === 'open',
    done: task.doneAt && task.state === 'done' ? `${task.doneByName}, ${near(task.doneAt)}` : '',
  }
}
