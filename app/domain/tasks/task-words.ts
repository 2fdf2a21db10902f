/** A task as it is read: what needs somebody, why, and by when. Pure. */
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

export type TaskTelling = { now: Instant; timeZone: string; locale: string; currency: string }

type Said = { title: string; note: string }
type Words = { [Kind in TaskKind]: (facts: TaskFacts[Kind], telling: TaskTelling) => Said }

const at = (facts: { title: string; localStart: string }, { locale }: TaskTelling) =>
  `${facts.title}, ${dayShortTime(facts.localStart, locale)}`

/** One kind of task, one pair of sentences. */
const words: Words = {
  substitute: (facts, telling) => ({
    title: `Find a substitute for ${at(facts, telling)}`,
    note: `${facts.coachName} can't teach it.`,
  }),
  substitute_claim: (facts, telling) => ({
    title: `${facts.claimedName} would take ${at(facts, telling)}`,
    note: `Instead of ${facts.coachName}. Approve it, or ask someone else.`,
  }),
  appointment_request: (facts, telling) => ({
    title: `${facts.personName} asked for ${at(facts, telling)}`,
    note: `With ${facts.coachName}. Confirm or decline it before it starts.`,
  }),
  course_decision: ({ title, enrolled, needs }) => ({
    title: `Decide whether ${title} takes place`,
    note: `${enrolled} of the ${needs} it needs are enrolled.`,
  }),
  few_booked: (facts, telling) => ({
    title:
      `${facts.title} at ${clockTime(facts.localStart, telling.locale)} has ` +
      `${facts.booked === 0 ? 'nobody' : `only ${facts.booked}`} booked`,
    note: `${facts.coachName} teaches it. Run it, or cancel it in time.`,
  }),
  fees_due: ({ n, amountMinor }, { currency, locale }) => ({
    title:
      `${count(n, 'fee')}, ${money(amountMinor, currency, locale)}, ` +
      `fall${n === 1 ? 's' : ''} due today`,
    note: 'Until then they can be waived.',
  }),
  class_clash: (facts, telling) => ({
    title: facts.made
      ? `${at(facts, telling)}, clashes with ${facts.other}`
      : `${at(facts, telling)}, was not added: it clashes with ${facts.other}`,
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
  telling: TaskTelling,
) {
  const { now, timeZone, locale } = telling
  const near = (instant: Instant) =>
    deadlineNear(instant, timeZone, locale, localDate(now, timeZone))
  const says = words[task.kind] as (facts: unknown, telling: TaskTelling) => Said
  const overdue = task.state === 'open' && task.dueAt < now
  return {
    id: task.id,
    ...says(JSON.parse(task.facts), telling),
    path: task.path,
    due: task.kind === 'inspection_due' ? '' : `Due ${near(task.dueAt)}`,
    overdue,
    holderId: task.personId,
    holder: task.personName ? `${task.personName} has it` : roleWords[task.role],
    open: task.state === 'open',
    done: task.doneAt && task.state === 'done' ? `${task.doneByName}, ${near(task.doneAt)}` : '',
  }
}
