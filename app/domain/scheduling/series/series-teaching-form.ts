/** What the form of a series' teaching sends: what its classes are taught from, and where online. */
import * as z from 'zod'
import { tidyText } from '#app/values/text/tidy-text.ts'

const id = z.string().max(60).default('')

const link = z
  .string()
  .overwrite(tidyText)
  .max(300, { error: 'Enter a link of at most 300 characters' })
  .refine((text) => text === '' || /^https:\/\/[^\s<>"]+\.[^\s<>"]+$/.test(text), {
    error: 'Enter a link that begins with https://',
  })
  .default('')

export const seriesTeachingForm = z.object({
  flow: id,
  workout: id,
  online: link,
  /** What the page showed of each; empty for none. */
  flowVersion: id,
  workoutVersion: id,
  onlineVersion: z.string().max(300).default(''),
})
