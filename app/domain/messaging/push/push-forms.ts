/** What the page of push messages posts: a device turned on or off, and what comes on them. */
import * as z from 'zod'
import { type EndableKey, pushKinds } from '../notification-kinds.ts'

const boxes = Object.fromEntries(
  pushKinds.map(({ key }) => [key, z.literal('on').optional()]),
) as unknown as Record<EndableKey, z.ZodOptional<z.ZodLiteral<'on'>>>

/** What the browser's own subscription says of itself. */
const deviceForm = z.object({
  act: z.literal('on'),
  endpoint: z.string().max(2_000),
  publicKey: z.string().max(200),
  secret: z.string().max(100),
})

export const pushForm = z.discriminatedUnion('act', [
  deviceForm,
  z.object({ act: z.literal('off'), device: z.string().max(40) }),
  z.object({ act: z.literal('choose'), ...boxes }),
])
