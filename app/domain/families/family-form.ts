import * as z from 'zod'
import { emailField } from '#app/domain/identity/accounts/account-fields.ts'
import { isMinor } from '#app/domain/people/minors.ts'
import { idForm } from '#app/values/id.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { isLocalDate, type LocalDate } from '#app/values/zone.ts'
import { familyRelations } from './family-relations.ts'
import { dependantsAtMost } from './guardianship.ts'

/** What the desk does to a family, from the page of one of its people. */
export const familyForm = z.object({
  act: z.enum(
    [
      'add-guardian',
      'add-dependant',
      'add-tie',
      'remove-guardian',
      'remove-dependant',
      'remove-tie',
      'withdraw',
      'end-agreement',
    ],
    { error: 'Choose what to do' },
  ),
  /** The person; of `withdraw` the invitation, of `end-agreement` the agreement. */
  relative: z.string({ error: 'Choose a person' }).max(40),
  /** What the one who is added is to them; of somebody in their care, what they are to those. */
  relation: z.enum(familyRelations).optional(),
})

/** A child somebody adds to their own account; `today` is the studio's date. */
export const childForm = (today: LocalDate) =>
  z.object({
    key: z
      .string({ error: 'Reload the page and try again' })
      .regex(idForm, { error: 'Reload the page and try again' }),
    name: z
      .string({ error: 'Enter the child’s full name' })
      .overwrite(tidyText)
      .min(1, { error: 'Enter the child’s full name' })
      .max(80, { error: 'Use at most 80 characters' })
      .regex(/^\P{Cc}*$/u, { error: 'Enter the name without control characters' }),
    birthDate: z
      .string({ error: 'Enter the child’s date of birth' })
      .refine((day) => isLocalDate(day) && day <= today && isMinor(day, today), {
        error: 'Enter the date of birth of someone under 18',
      }),
  })
export type ChildForm = z.output<ReturnType<typeof childForm>>

const keyField = z
  .string({ error: 'Reload the page and try again' })
  .regex(idForm, { error: 'Reload the page and try again' })

/** A guardian who is asked by email, for children that are ticked, or for `person` at the desk. */
export const inviteForm = z.object({
  key: keyField,
  email: emailField('Enter their email address'),
  children: z.array(z.string().max(40)).max(dependantsAtMost).default([]),
})
export type InviteForm = z.output<typeof inviteForm>

/** What is done with an invitation, by who was asked or who asked. */
export const invitationAct = z.object({
  invitation: z.string().max(40),
  answer: z.enum(['accept', 'decline', 'withdraw']),
})

/** An adult who is asked by email, or one the member looked after (`person`), whether they may book. */
export const askForm = z.object({
  key: keyField,
  adult: emailField('Enter their email address'),
})
export const askFormerForm = z.object({ key: keyField, person: z.string().max(40) })

/** What is done with an agreement, by either of the two. */
export const agreementAct = z.object({
  agreement: z.string().max(40),
  act: z.enum(['agree', 'decline', 'end']),
})
/** A former guardian who may go on booking. */
export const letBookForm = z.object({ key: keyField, booker: z.string().max(40) })
