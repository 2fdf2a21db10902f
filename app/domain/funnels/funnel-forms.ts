/** What the forms of funnels send. */
import * as z from 'zod'
import { formKey } from '#app/domain/people/person-fields.ts'
import { strangerForm } from '#app/domain/sales/checkout/checkout-choice.ts'
import { asked } from '#app/values/field-rules.ts'
import { isSlug, slugLength } from '#app/values/slug/slug.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { utmLength } from './funnel-words.ts'

const line = (empty: string, most: number) =>
  z
    .string({ error: empty })
    .overwrite(tidyText)
    .min(1, { error: empty })
    .max(most, { error: `Shorten it to ${most} characters` })

const slugWords = 'Use 2 to 40 small letters, numbers and single hyphens, like two-week-intro'
/** What `isSlug` takes once it is trimmed and in small letters, for the browser. */
const slugPattern = `\\s*(?=[A-Za-z0-9\\-]{2,${slugLength}}\\s*$)[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*\\s*`

export const funnelForm = z.object({
  key: formKey,
  /** Left out by one that is new. */
  version: z.coerce.number().int().optional(),
  name: line('Enter a name', 60),
  slug: asked(
    z
      .string({ error: slugWords })
      .transform((text) => text.trim().toLowerCase())
      .refine(isSlug, { error: slugWords }),
    { required: true, pattern: slugPattern, title: slugWords },
  ),
  headline: line('Enter a headline', 80),
  text: z
    .string()
    .overwrite(tidyText)
    .max(2_000, { error: 'Shorten it to 2,000 characters' })
    .default(''),
  headlineB: z
    .string()
    .overwrite(tidyText)
    .max(80, { error: 'Shorten it to 80 characters' })
    .default(''),
  textB: z
    .string()
    .overwrite(tidyText)
    .max(2_000, { error: 'Shorten it to 2,000 characters' })
    .default(''),
  offer: z
    .string({ error: 'Choose what it sells' })
    .regex(/^(?:pack|plan):[0-9A-Za-z_-]{1,40}$/, { error: 'Choose what it sells' }),
  coupon: z.string().max(30).default(''),
  reminds: z
    .string()
    .optional()
    .transform((given) => given !== undefined),
})
export type FunnelForm = z.output<typeof funnelForm>

export const funnelActForm = z.object({ act: z.enum(['live', 'paused', 'ended']) })

/** Somebody the studio knows starts: they press the button. */
/** What the page that was opened says of itself: which half it was, and what led there. */
const opened = {
  half: z.enum(['', 'a', 'b']).catch(''),
  utm: z
    .string()
    .overwrite(tidyText)
    .catch('')
    .transform((text) => text.slice(0, utmLength)),
}

export const memberStartForm = z.object({ key: formKey, ...opened })

/** Somebody new starts: who they are, and whether they may be written to. */
export const strangerStartForm = strangerForm
  .pick({ name: true, email: true, phone: true })
  .extend({
    key: formKey,
    ...opened,
    news: z
      .string()
      .optional()
      .transform((given) => given !== undefined),
  })
