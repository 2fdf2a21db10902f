/** Forms of stages, pipelines, sources and owners. Pure. */
import * as z from 'zod'
import { formKey } from '#app/domain/people/person-fields.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'

const id = z.string().regex(/^[\w-]{1,60}$/)
const name = z
  .string({ error: 'Enter a name' })
  .overwrite(tidyText)
  .min(1, { error: 'Enter a name' })
  .max(40, { error: 'Enter a name of at most 40 characters' })

/** What the small forms of names ask. */
export const stageNameForm = z.object({ name })

export const pipelineActs = z.discriminatedUnion('act', [
  z.object({ act: z.literal('rename'), stageId: id, name }),
  z.object({ act: z.literal('stage'), pipelineId: id, key: formKey, name }),
  z.object({ act: z.literal('pipeline'), key: formKey, name }),
  z.object({ act: z.literal('source'), key: formKey, name }),
  z.object({ act: z.literal('owners'), owner: z.array(id).max(300).default([]) }),
])
