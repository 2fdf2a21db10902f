/**
 * A studio before it opens: what its owner answered, step by step, and what is still to be done.
 */

import type { Studio } from '#app/domain/scope/studio.ts'
import type { LateKind } from './setup-fields.ts'

export const setupSteps = [
  'studio',
  'rooms',
  'classes',
  'week',
  'prices',
  'rules',
  'colour',
  'tax',
  'waiver',
  'publish',
] as const
export type SetupStep = (typeof setupSteps)[number]

/** Every `id` is chosen when the answer is first given and is the id of the row in the shard. */
export type SetupAnswers = {
  studio?: { disciplines: DraftDiscipline[] }
  rooms?: { location: { id: string; name: string; address: string }; rooms: DraftRoom[] }
  classes?: { classes: DraftClass[] }
  week?: { classes: DraftWeekly[] }
  prices?: {
    /** The currency the prices were typed in. */
    currency: string
    plan: DraftPlan | null
    package: DraftPackage | null
    /** What one class costs that is sold singly; null is not sold so. */
    dropInMinor?: number | null
  }
  rules?: { id: string; currency: string; cancelHours: number; late: LateKind; feeMinor: number }
  /** The tax in all prices, in hundredths of a percent; 0 is none. */
  tax?: { taxName: string; taxNumber: string; rateBp: number }
  /** What people sign before they book; an empty text is nothing. */
  waiver?: { id: string; text: string }
  colour?: { colour: string; logo: string }
}

export type DraftDiscipline = {
  id: string
  /** Key of the discipline pack it came from. */
  pack: string
  name: string
  levels: { id: string; name: string }[]
}
export type DraftRoom = { id: string; name: string; capacity: number }
export type DraftClass = {
  id: string
  pack: string
  /** Key within the pack. */
  key: string
  name: string
  minutes: number
  /** Lowest rung that may book, from 1; null is open to all. */
  fromRung: number | null
}
export type DraftWeekly = {
  id: string
  /** 1 is Monday. */
  weekday: number
  /** On the studio's wall, `18:30`. */
  time: string
  classId: string
  roomId: string
  capacity: number
}
export type DraftPlan = {
  id: string
  name: string
  priceMinor: number
  interval: 'month' | 'four_weeks' | 'week'
}
export type DraftPackage = {
  id: string
  name: string
  priceMinor: number
  credits: number
  validDays: number
}

export type SetupDraft = {
  studio: Studio
  state: 'draft' | 'publishing' | 'open'
  answers: SetupAnswers
}

/** Whether a step holds all that publishing needs of it, as the other steps now stand. */
export function isDone({ answers, studio, state }: SetupDraft, step: SetupStep): boolean {
  switch (step) {
    case 'studio':
      return (answers.studio?.disciplines.length ?? 0) > 0
    case 'rooms':
      return (answers.rooms?.rooms.length ?? 0) > 0
    case 'classes':
      return (
        (answers.classes?.classes.length ?? 0) > 0 &&
        answers.classes!.classes.every((type) => belongs(answers, type))
      )
    case 'week':
      return (
        (answers.week?.classes.length ?? 0) > 0 &&
        answers.week!.classes.every((weekly) => fits(answers, weekly))
      )
    case 'prices':
      return answers.prices?.currency === studio.currency
    case 'rules':
      return (
        answers.rules !== undefined &&
        (answers.rules.feeMinor === 0 || answers.rules.currency === studio.currency)
      )
    case 'tax':
    case 'waiver':
    case 'colour':
      return answers[step] !== undefined
    case 'publish':
      return state === 'open'
  }
}

/** A class type stays while its discipline, and the rung it asks for, do. */
export function belongs(answers: SetupAnswers, { pack, fromRung }: DraftClass): boolean {
  const discipline = answers.studio?.disciplines.find((one) => one.pack === pack)
  return discipline !== undefined && (fromRung === null || fromRung <= discipline.levels.length)
}

/** A weekly class stays while its type and room do and the room is large enough. */
function fits(answers: SetupAnswers, { classId, roomId, capacity }: DraftWeekly): boolean {
  const room = answers.rooms?.rooms.find(({ id }) => id === roomId)
  return (
    room !== undefined &&
    capacity <= room.capacity &&
    typesOf(answers).some(({ id }) => id === classId)
  )
}

const typesOf = (answers: SetupAnswers) => answers.classes?.classes ?? []

/** Steps that may stay as they are when a studio opens. */
const optionalSteps: readonly SetupStep[] = ['tax', 'waiver', 'colour', 'publish']

/** Steps that publishing waits for. */
export function missingSteps(draft: SetupDraft): SetupStep[] {
  return setupSteps.filter((step) => !optionalSteps.includes(step) && !isDone(draft, step))
}

/** Steps that nobody is led through: a studio opens within ten forms, and both can be done later. */
export const offeredSteps: readonly SetupStep[] = ['tax', 'waiver']

/** Where to go on: the first step that is asked and not done. */
export function nextStep(draft: SetupDraft): SetupStep {
  return (
    setupSteps.find((step) => !offeredSteps.includes(step) && !isDone(draft, step)) ?? 'publish'
  )
}

const needs: Partial<Record<SetupStep, SetupStep[]>> = {
  classes: ['studio'],
  week: ['studio', 'rooms', 'classes'],
}

/** The step without which this one has nothing to ask about. */
export function missingBefore(draft: SetupDraft, step: SetupStep): SetupStep | null {
  return needs[step]?.find((one) => !isDone(draft, one)) ?? null
}
