import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import type { DirectoryContext } from '#app/domain/scope/contexts.ts'
import { studioColourOf } from '#app/domain/studios/brand/suggested-colours.ts'
import { newId } from '#app/values/id.ts'
import { answerStatement } from './create-studio.server.ts'
import type {
  DraftClass,
  DraftPackage,
  DraftPlan,
  DraftRoom,
  DraftWeekly,
  SetupAnswers,
  SetupDraft,
} from './setup-draft.ts'
import type { LateKind } from './setup-fields.ts'

/** What the forms of the steps behind the first give; ids are chosen here. */
export type StepInput =
  | {
      step: 'rooms'
      location: string
      address: string
      contactEmail: string
      contactPhone: string
      rooms: Omit<DraftRoom, 'id'>[]
    }
  | { step: 'classes'; classes: (Omit<DraftClass, 'id' | 'key'> & { key?: string | undefined })[] }
  | { step: 'week'; classes: Omit<DraftWeekly, 'id'>[] }
  | {
      step: 'prices'
      plan: Omit<DraftPlan, 'id'> | null
      package: Omit<DraftPackage, 'id'> | null
      dropInMinor: number | null
    }
  | { step: 'rules'; cancelHours: number; late: LateKind; feeMinor: number }
  | { step: 'tax'; taxName: string; taxNumber: string; rateBp: number }
  | { step: 'waiver'; text: string }
  | { step: 'colour'; colour: string; logo: string }
  /** A week out of a file, with the classes that it needs (`weekFromFile`). */
  | { step: 'timetable'; classes: DraftClass[]; week: DraftWeekly[] }

export type SaveStepResult =
  | { ok: true }
  | { ok: false; reason: 'being_published' | 'unknown_pack' | 'unknown_choice' }
  | { ok: false; reason: 'over_room'; facts: { room: string; capacity: number } }

/**
 * Keeps the answers of one step; may be repeated and changed until the studio is published. What
 * was answered before keeps its id, so that the steps that speak of it still do. Refused: classes
 * of a discipline or on a rung that the studio does not have, a weekly class of a type or in a room
 * that is not there, and more places than the room has.
 */
export async function saveSetupStep(
  { directory, now }: DirectoryContext,
  { userId }: { userId: string },
  draft: SetupDraft,
  input: StepInput,
): Promise<SaveStepResult> {
  const studioId = draft.studio.id
  const mine = { userId, studioId, now }
  if (input.step === 'timetable') {
    const { classes, week } = input
    const { saved } = await batch(directory, {
      classes: answerStatement(directory, mine, 'classes', { classes }),
      saved: answerStatement(directory, mine, 'week', { classes: week }),
    })
    return changed(saved) > 0 ? { ok: true } : { ok: false, reason: 'being_published' }
  }
  const answered = answersOf(draft, input)
  if (!answered.ok) return answered
  const own = ownColumns(input)
  const { saved } = await batch(directory, {
    saved: answerStatement(directory, mine, input.step, answered.answers),
    studio:
      own &&
      directory.run(sql`
        UPDATE studios SET ${own}
        WHERE id = ${studioId} AND state = 'provisioning' AND EXISTS (
          SELECT 1 FROM studio_setups
          WHERE studio_id = ${studioId} AND user_id = ${userId} AND state = 'draft')`),
  })
  return changed(saved) > 0 ? { ok: true } : { ok: false, reason: 'being_published' }
}

/** What of a step's answers is the studio's own and lies in its row. */
function ownColumns(input: StepInput): SQL | null {
  switch (input.step) {
    case 'rooms':
      return sql`address = ${input.address}, contact_email = ${input.contactEmail},
        contact_phone = ${input.contactPhone}`
    case 'colour': {
      const { hue, chroma } = studioColourOf(input.colour)
      return sql`hue = ${hue}, chroma = ${chroma}, colour = ${input.colour}, logo = ${input.logo}`
    }
    default:
      return null
  }
}

type Answered =
  | { ok: true; answers: SetupAnswers[keyof SetupAnswers] }
  | Exclude<SaveStepResult, { ok: true }>

function answersOf(
  { studio, answers }: SetupDraft,
  input: Exclude<StepInput, { step: 'timetable' }>,
): Answered {
  switch (input.step) {
    case 'rooms': {
      const before = answers.rooms
      const location = {
        id: before?.location.id ?? newId(),
        name: input.location,
        address: input.address,
      }
      const rooms = roomsWithIds(input.rooms, before?.rooms ?? [])
      return { ok: true, answers: { location, rooms } }
    }
    case 'classes':
      return classAnswers(answers, input.classes)
    case 'week':
      return weekAnswers(answers, input.classes)
    case 'prices': {
      const plan = input.plan && { id: answers.prices?.plan?.id ?? newId(), ...input.plan }
      const pack = input.package && { id: answers.prices?.package?.id ?? newId(), ...input.package }
      return {
        ok: true,
        answers: { currency: studio.currency, plan, package: pack, dropInMinor: input.dropInMinor },
      }
    }
    case 'rules': {
      const { step: _, ...rules } = input
      return {
        ok: true,
        answers: { id: answers.rules?.id ?? newId(), currency: studio.currency, ...rules },
      }
    }
    case 'tax': {
      const { step: _, ...tax } = input
      return { ok: true, answers: tax }
    }
    case 'waiver':
      return { ok: true, answers: { id: answers.waiver?.id ?? newId(), text: input.text } }
    case 'colour':
      return { ok: true, answers: { colour: input.colour, logo: input.logo } }
  }
}

function classAnswers(
  answers: SetupAnswers,
  classes: Extract<StepInput, { step: 'classes' }>['classes'],
): Answered {
  const known = answers.studio?.disciplines ?? []
  const fits = classes.every(({ pack, fromRung }) => {
    const discipline = known.find((one) => one.pack === pack)
    return discipline !== undefined && (fromRung ?? 0) <= discipline.levels.length
  })
  if (!fits) return { ok: false, reason: 'unknown_pack' }
  const keyed = classes.map((type) => ({ ...type, key: type.key ?? `own-${newId()}` }))
  return {
    ok: true,
    answers: {
      classes: withIds(keyed, answers.classes?.classes ?? [], ({ pack, key }) => `${pack} ${key}`),
    },
  }
}

function weekAnswers(answers: SetupAnswers, classes: Omit<DraftWeekly, 'id'>[]): Answered {
  for (const { classId, roomId, capacity } of classes) {
    const room = answers.rooms?.rooms.find(({ id }) => id === roomId)
    const type = answers.classes?.classes.find(({ id }) => id === classId)
    if (!room || !type) return { ok: false, reason: 'unknown_choice' }
    if (capacity > room.capacity) {
      return { ok: false, reason: 'over_room', facts: { room: room.name, capacity: room.capacity } }
    }
  }
  return { ok: true, answers: { classes: classes.map((weekly) => ({ id: newId(), ...weekly })) } }
}

/** Rows with the ids of those before that have the same key; others get new ones. */
function withIds<Row extends object>(
  rows: readonly Row[],
  before: readonly (Row & { id: string })[],
  keyOf: (row: Row) => string,
): (Row & { id: string })[] {
  return rows.map((row) => ({
    ...row,
    id: before.find((one) => keyOf(one) === keyOf(row))?.id ?? newId(),
  }))
}

/** Rooms are known by their names; one that is where another stood is that one renamed. */
function roomsWithIds(
  rooms: readonly Omit<DraftRoom, 'id'>[],
  before: readonly DraftRoom[],
): DraftRoom[] {
  const names = new Set(rooms.map(({ name }) => name))
  return rooms.map((room, i) => {
    const there = before[i]
    const renamed = there && !names.has(there.name) ? there : undefined
    return {
      ...room,
      id: (before.find(({ name }) => name === room.name) ?? renamed)?.id ?? newId(),
    }
  })
}
