import * as z from 'zod'
import { oneTag } from '#app/domain/people/person-fields.ts'

/** A tag for everyone who is added, or none. */
export const importTag = z.object({ tag: oneTag.optional() })

/** Where each column goes and how dates are written, or answers to what was asked of the file. */
export const columnsForm = z.object({
  column: z.array(z.string().max(50)).max(200).default([]),
  order: z.enum(['ymd', 'mdy', 'dmy']).optional(),
  /** Of a file of holdings: what was asked, and the answers in the same order. */
  asked: z.array(z.string().max(140)).max(300).default([]),
  answer: z.array(z.string().max(40).optional()).max(300).default([]),
})
