/** What the forms of the staff list ask. */

import * as z from 'zod'
import { emailField, personName } from '#app/domain/identity/accounts/account-fields.ts'
import { formKey } from '#app/domain/people/person-fields.ts'
import { staffRoles } from '#app/domain/scope/permissions.ts'

const role = z.enum(staffRoles, { error: 'Choose a role' })

export const inviteStaffForm = z.object({
  key: formKey,
  name: personName('Enter their name'),
  email: emailField('Enter an email address'),
  role,
  person: z
    .string()
    .regex(/^[\w-]{1,40}$/)
    .optional(),
})

export const inviteMemberForm = z.object({ key: formKey })

/** `end` ends the role: they stay as a member. `suspend` keeps it for later. */
export const changeRoleForm = z.object({
  role: z.enum([...staffRoles, 'suspend', 'end'], { error: 'Choose a role' }),
})

export const invitationActForm = z.object({
  act: z.enum(['resend', 'withdraw'], { error: 'Choose what to do' }),
})
