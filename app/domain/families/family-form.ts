import * as z from 'zod'

/** What the desk does to a family, from the page of one of its people. */
export const familyForm = z.object({
  act: z.enum(['add-guardian', 'add-dependant', 'remove-guardian', 'remove-dependant'], {
    error: 'Choose what to do',
  }),
  relative: z.string({ error: 'Choose a person' }).max(40),
})
