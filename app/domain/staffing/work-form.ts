/** What the page of somebody's work sends: one act each. Messages are on the type. */
import * as z from 'zod'
import { qualificationForm } from './qualification-form.ts'
import { teachingHoursForm, timeOffForm } from './time-off-form.ts'

const id = z.string().regex(/^[\w-]{1,40}$/)

export const workForm = z.discriminatedUnion(
  'act',
  [
    qualificationForm.safeExtend({ act: z.literal('hold') }),
    z.object({ act: z.literal('drop'), id }),
    timeOffForm.safeExtend({ act: z.literal('ask') }),
    z.object({ act: z.literal('withdraw'), id }),
    teachingHoursForm.safeExtend({ act: z.literal('hours') }),
    z.object({ act: z.literal('drop-hours'), id }),
  ],
  { error: 'Choose what to do' },
)
export type WorkForm = z.output<typeof workForm>
