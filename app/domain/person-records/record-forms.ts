/** The forms of records that may be one human. */
import * as z from 'zod'
import { versionField } from '#app/values/version-field.ts'

const id = z
  .string({ error: 'Choose a person' })
  .regex(/^[\w-]{1,40}$/, { error: 'Choose a person' })

/** Which record is kept, which goes, and both as they were shown. */
export const mergeForm = z.object({
  kept: id,
  gone: id,
  keptVersion: versionField,
  goneVersion: versionField,
})

/** They are two people. */
export const keepApartForm = z.object({ personId: id, otherId: id })

/** Someone is sure that a person is to be erased. */
export const eraseForm = z.object({
  sure: z.literal('on', { error: 'Tick the box to erase them' }),
})
