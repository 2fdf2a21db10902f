/**
 * Until when attendance may be edited, and who may still correct it after that: the one decider,
 * with its words. Classes, sessions of courses, appointments and events ask here; the guard of each
 * write is its SQL (`attendance-sql.server.ts`).
 */
import { may, type Role } from '#app/domain/scope/permissions.ts'
import type { PlainFormats } from '#app/values/formats.ts'
import { addMinutes, type Instant } from '#app/values/instant.ts'
import { count, deadline } from '#app/values/wording.ts'

/** Days after the end, where the studio has set no others. */
export const usualEditableDays = 30
/** What a studio may set, in days. */
export const editableDaysRange = { min: 1, max: 365 } as const

/** What was attended ended then; its studio lets attendance be edited for so many days. */
export type AttendanceFacts = { endsAt: Instant; editableDays: number }

export type AttendanceWindow = {
  /** At this instant or before it attendance is edited as usual: elapsed days after the end. */
  until: Instant
  days: number
  /** `reopen`: over, and who looks may still correct it with a written reason. */
  stage: 'open' | 'reopen' | 'closed'
}

/** Whether `role` may edit attendance at `now`. */
export function attendanceWindow(
  { endsAt, editableDays }: AttendanceFacts,
  role: Role,
  now: Instant,
): AttendanceWindow {
  const until = addMinutes(endsAt, editableDays * 24 * 60)
  const over = may(role, 'attendance:reopen') ? 'reopen' : 'closed'
  return { until, days: editableDays, stage: now <= until ? 'open' : over }
}

/** Why an edit of attendance is refused. */
export type AttendanceRefusal = {
  ok: false
  reason: 'attendance_closed' | 'attendance_needs_reason'
  window: AttendanceWindow
}

/** The refusal of an edit with `reason`; null where it may be done. */
export function attendanceRefusal(
  window: AttendanceWindow,
  reason: string,
): AttendanceRefusal | null {
  if (window.stage === 'open') return null
  if (window.stage === 'closed') return { ok: false, reason: 'attendance_closed', window }
  return reason.trim() === '' ? { ok: false, reason: 'attendance_needs_reason', window } : null
}

/**
 * `You can edit attendance until Sat 14 Nov 19:30.`; once that is over, why not and what to do.
 */
export function attendanceWords(
  { until, days, stage }: AttendanceWindow,
  { timeZone, locale }: Pick<PlainFormats, 'timeZone' | 'locale'>,
): string {
  const at = deadline(until, timeZone, locale)
  if (stage === 'open') return `You can edit attendance until ${at}.`
  const ended = `Editing attendance ended on ${at}, ${count(days, 'day')} after the end.`
  return stage === 'closed'
    ? `${ended} Ask an owner to correct it.`
    : `${ended} As an owner you can still correct it: give a reason.`
}
