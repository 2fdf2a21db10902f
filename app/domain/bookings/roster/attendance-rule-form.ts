import * as z from 'zod'
import { editableDaysRange } from '#app/domain/places/attendance-window.ts'

const { min, max } = editableDaysRange

/** How long attendance may be edited. */
export const attendanceRuleForm = z.object({
  editableDays: z.coerce
    .number({ error: 'Enter how many days' })
    .int({ error: 'Enter a whole number' })
    .min(min, { error: `Enter ${min} or more` })
    .max(max, { error: `Enter ${max} or fewer` }),
})
