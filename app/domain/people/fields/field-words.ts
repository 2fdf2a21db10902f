/** Fields of the studio's own, as pages name and read them. Pure. */
import { dayMonthYear } from '#app/values/wording.ts'

export const fieldKinds = {
  text: 'Words',
  choice: 'One of several',
  date: 'A date',
  yes_no: 'Yes or no',
} as const
export type FieldKind = keyof typeof fieldKinds

/** A studio has at most so many. */
export const mostFields = 30

/** A field as pages have it; `options` of a choice alone. */
export type PersonField = { id: string; name: string; kind: FieldKind; options: string[] }

/** How a form calls the answer to a field. */
export const answerName = (fieldId: string) => `f_${fieldId}`

/** An answer as it is read. */
export function answerWords(kind: FieldKind, value: string, locale: string): string {
  if (kind === 'yes_no') return value === 'yes' ? 'Yes' : 'No'
  return kind === 'date' ? dayMonthYear(value, locale) : value
}
