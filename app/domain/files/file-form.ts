/** The forms of files and folders. Messages are on the type. */
import * as z from 'zod'
import { fileAudiences, fileLinkKinds } from '#app/db/studio/day/files-words.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { versionField } from '#app/values/version-field.ts'

const name = z
  .string({ error: 'Enter a name' })
  .overwrite(tidyText)
  .min(1, { error: 'Enter a name' })
  .max(120, { error: 'Enter a name of at most 120 characters' })
  .regex(/^[^/\\\p{Cc}]*$/u, { error: 'Enter a name without slashes' })

const tags = z
  .string()
  .overwrite(tidyText)
  .max(200, { error: 'Use at most 200 characters' })
  .default('')
  .transform((typed) =>
    [
      ...new Set(
        typed
          .toLowerCase()
          .split(',')
          .map((tag) => tidyText(tag))
          .filter(Boolean),
      ),
    ].join(','),
  )

const tick = z
  .literal('on')
  .optional()
  .transform((on) => on === 'on')

const facts = {
  folderId: z.string().max(40).default(''),
  tags,
  licence: z
    .string()
    .overwrite(tidyText)
    .max(200, { error: 'Use at most 200 characters' })
    .default(''),
  audience: z.enum(fileAudiences, { error: 'Choose who may see it' }),
  personId: z.string().max(40).default(''),
}

type Facts = { audience: string; personId: string }
const isNamed = ({ audience, personId }: Facts) => audience !== 'person' || personId !== ''
const unnamed = { path: ['personId'], error: 'Choose the person it is for' }

export const uploadForm = z
  .object({
    ...facts,
    key: z.string().regex(/^[\w-]{1,40}$/, { error: 'Reload the page and try again' }),
    signed: tick,
  })
  .refine(isNamed, unnamed)
export type UploadForm = z.output<typeof uploadForm>

export const fileForm = z.object({ ...facts, name, version: versionField }).refine(isNamed, unnamed)
export type FileForm = z.output<typeof fileForm>

export const folderForm = z.object({ name, parentId: z.string().max(40).default('') })

/** How many days a share link works. */
export const shareForm = z.object({
  days: z.enum(['1', '7', '30', '90'], { error: 'Choose how long it works' }).transform(Number),
})

export const attachForm = z.object({
  act: z.enum(['attach', 'detach']),
  what: z
    .string({ error: 'Choose what it belongs to' })
    .regex(new RegExp(`^(${fileLinkKinds.join('|')}):[\\w-]{1,40}$`), {
      error: 'Choose what it belongs to',
    }),
})
