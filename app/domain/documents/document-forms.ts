/** What the forms of documents ask. */
import * as z from 'zod'
import { audiences } from '#app/db/studio/documents-words.ts'
import { idForm } from '#app/values/id.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { versionField } from '#app/values/version-field.ts'
import { isLocalDate } from '#app/values/zone.ts'

const key = z
  .string({ error: 'Reload the page and try again' })
  .regex(idForm, { error: 'Reload the page and try again' })

const line = (most: number, ask: string) =>
  z
    .string({ error: ask })
    .overwrite(tidyText)
    .min(1, { error: ask })
    .max(most, { error: `${ask}, at most ${most} characters` })
    .regex(/^\P{Cc}*$/u, { error: `${ask} without control characters` })

/** Longest text of a document, in characters: some forty pages. */
export const longestText = 80_000

/** The text of a document, as people read and sign it. */
export const documentText = z
  .string({ error: 'Write or paste the text' })
  .overwrite((written) => tidyText(written.replaceAll('\r\n', '\n')))
  .min(20, { error: 'Write or paste the text, at least a sentence' })
  .max(longestText, { error: 'Use at most 80,000 characters' })

const rules = {
  name: line(80, 'Enter a name'),
  blocksBooking: z.literal('on').optional(),
  audience: z.enum(audiences, { error: 'Choose who signs it' }),
}

export const newDocumentForm = z.object({ key, ...rules, text: documentText })
export type NewDocumentForm = z.output<typeof newDocumentForm>

export const changeDocumentForm = z.object({ version: versionField, ...rules })
export type ChangeDocumentForm = z.output<typeof changeDocumentForm>

export const newVersionForm = z.object({
  version: versionField,
  text: documentText,
  asksAgain: z.literal('on').optional(),
})
export type NewVersionForm = z.output<typeof newVersionForm>

export const archiveDocumentForm = z.object({
  version: versionField,
  back: z.literal('on').optional(),
})

/** The version that was read; another one asks to read again. */
const number = z.coerce.number().int().min(1).catch(0)

export const signForm = z.object({
  key,
  /** For whom it is signed. */
  person: z.string().max(40).catch(''),
  number,
  signerName: line(80, 'Enter your full name'),
  agreed: z.literal('on', { error: 'Tick the box to agree' }),
})
export type SignForm = z.output<typeof signForm>

export const paperForm = z.object({
  key,
  document: z.string({ error: 'Choose the document' }).max(40),
  signerName: line(80, 'Enter the name on the paper'),
  signedOn: z
    .string({ error: 'Enter the date on the paper' })
    .refine((day) => isLocalDate(day) && day >= '1990-01-01', {
      error: 'Enter a date that exists',
    }),
})
export type PaperForm = z.output<typeof paperForm>

export const withdrawForm = z.object({ reason: line(200, 'Enter a reason') })
