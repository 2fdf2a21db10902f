/** What the form of the portal's settings sends: a ticked box for each rule that is on. */
import * as z from 'zod'
import { formKey } from '#app/domain/people/person-fields.ts'
import { settingKeys } from '#app/domain/scope/portal-rules.ts'

type Key = (typeof settingKeys)[number]

const boxes = Object.fromEntries(
  settingKeys.map((key) => [key, z.literal('on').optional()]),
) as unknown as Record<Key, z.ZodOptional<z.ZodLiteral<'on'>>>

export const portalForm = z.object({
  ...boxes,
  key: formKey,
  /** What the page showed, as `studios.portal` says it. */
  version: z.string().max(600).default(''),
})

export type PortalForm = z.output<typeof portalForm>
