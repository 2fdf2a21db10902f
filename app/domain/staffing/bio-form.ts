/** The form of a public bio. Messages are on the type. */
import * as z from 'zod'
import { versionField } from '#app/values/version-field.ts'

export const bioForm = z.object({
  version: versionField,
  text: z
    .string()
    .transform((text) => text.replace(/\r\n?/g, '\n').trim())
    .pipe(z.string().max(1_200, { error: 'Enter at most 1,200 characters' }))
    .default(''),
  /** What is kept of the photo (`settlePicture`). */
  photo: z.string().max(1_100).default(''),
  /** Its person agrees that everybody reads it. */
  shown: z.literal('on').optional(),
})
export type BioForm = z.output<typeof bioForm>
