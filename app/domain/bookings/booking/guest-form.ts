/** What the form of a guest's place asks. Pure. */
import * as z from 'zod'

/** Somebody who came before (`guest`), or a new one by name; the address is optional. */
export const guestForm = z
  .object({
    key: z.string().regex(/^[\w-]{8,40}$/),
    guest: z.string().max(40).optional(),
    name: z.string().trim().max(80, { error: 'A name has at most 80 characters.' }).optional(),
    email: z
      .email({ error: 'Enter an address like zoe@example.com, or leave it empty.' })
      .max(200)
      .optional(),
    pay: z.enum(['credit', 'drop_in'], { error: 'Choose what pays.' }),
  })
  .refine(({ guest, name }) => (guest && guest !== 'new') || (name ?? '') !== '', {
    path: ['name'],
    error: 'Enter the name of your guest.',
  })
