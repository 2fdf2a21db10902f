/** What is said of photos that are added: what they show, whose they are. Pure. */
import * as z from 'zod'
import { tidyText } from '#app/values/text/tidy-text.ts'

export const photoOrigin = z.object({
  alt: z.string().overwrite(tidyText).max(200).default(''),
  source: z.string().overwrite(tidyText).max(200).default(''),
  licence: z.string().overwrite(tidyText).max(80).default(''),
})
