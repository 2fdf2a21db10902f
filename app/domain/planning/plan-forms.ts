/** What the forms of a plan send. Pure. */
import * as z from 'zod'
import { shownMark } from '#app/domain/calendar/shown-clashes.ts'
import { idForm } from '#app/values/id.ts'

const key = z
  .string({ error: 'Reload the page and try again' })
  .regex(idForm, { error: 'Reload the page and try again' })

/** `id:sequence`, and the mark of what the page showed that it meets: a row as someone saw it. */
const seen = /^([\w-]{1,40}):(\d{1,9})(?::([\da-z.]{1,2000}))?$/

const rows = z
  .array(z.string(), { error: 'Choose what to publish' })
  .max(200, { error: 'Choose at most 200 at once' })
  .default([])
  .transform((texts) =>
    texts.flatMap((text) => {
      const [, id, sequence, anyway] = seen.exec(text) ?? []
      return id ? [{ id, sequence: Number(sequence), anyway }] : []
    }),
  )
  .refine((list) => list.length > 0, { error: 'Choose what to publish' })

export const publishForm = z.object({ key, row: rows })

export const discardForm = z.object({ row: rows })

/** A row as its box in the form says it. */
export const rowValue = (id: string, sequence: number, clashes: readonly string[]) =>
  [id, sequence, ...(clashes.length > 0 ? [shownMark(clashes)] : [])].join(':')
