/**
 * How a person may be reminded of their classes, and what else they are told by email. Pure, so that
 * the form and the use case share it.
 */
import * as z from 'zod'
import {
  type NotificationKey,
  notificationKinds,
} from '#app/domain/messaging/notification-kinds.ts'

const reminderWays = ['mail', 'notice', 'none'] as const

export type ReminderChoice = { way: (typeof reminderWays)[number]; minutes: number }

/** Without a choice of their own: by email, a day before. */
export const usualReminder: ReminderChoice = { way: 'mail', minutes: 1440 }

/** How long before a class, in minutes, and in words. */
export const reminderTimes = [
  { minutes: 120, words: '2 hours before' },
  { minutes: 720, words: '12 hours before' },
  { minutes: 1440, words: 'The day before' },
  { minutes: 2880, words: 'Two days before' },
] as const

const boxes = Object.fromEntries(
  notificationKinds.map(({ key }) => [key, z.literal('on').optional()]),
) as unknown as Record<NotificationKey, z.ZodOptional<z.ZodLiteral<'on'>>>

export const notificationsForm = z.object({
  ...boxes,
  way: z.enum(reminderWays, { error: 'Choose how you want to be reminded' }),
  minutes: z.coerce
    .number({ error: 'Choose how long before' })
    .refine((minutes) => reminderTimes.some((time) => time.minutes === minutes), {
      error: 'Choose how long before',
    }),
})
