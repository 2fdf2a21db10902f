/** What the form of a studio's weeks sends. */
import * as z from 'zod'
import { formKey } from '#app/domain/people/person-fields.ts'
import { weekday } from '#app/values/wording.ts'
import { addDays } from '#app/values/zone.ts'

const choose = 'Choose the day your weeks begin on'

/** 1 is Monday (ISO 8601). */
const weekStarts = ['1', '7', '6'] as const

export const weekStartForm = z.object({
  key: formKey,
  /** What the page showed. */
  version: z.coerce.number().int().catch(0),
  weekStart: z.enum(weekStarts, { error: choose }).transform(Number),
})
export type WeekStartForm = z.output<typeof weekStartForm>

/** `Monday` of 1. */
export const weekStartName = (weekStart: number, locale: string): string =>
  weekday(addDays('2026-01-05', weekStart - 1), locale)

export const weekStartChoices = (locale: string) =>
  weekStarts.map((value) => ({ value, label: weekStartName(Number(value), locale) }))
