import * as z from 'zod'
import { oneTag } from '#app/domain/people/person-fields.ts'

/** A tag for everyone who is added, or none. */
export const importTag = z.object({ tag: oneTag.optional() })

/** Where each column goes, and how dates are written where that was asked. */
export const columnsForm = z.object({
  column: z.array(z.string().max(20)).max(200).default([]),
  order: z.enum(['ymd', 'mdy', 'dmy']).optional(),
})
