/** Check-ins and how regular somebody trains. Pure. */
import { addDays, type LocalDate } from '#app/values/zone.ts'

/** Days in which a check-in can be answered. */
export const answerDays = 7

export type CheckInState = 'due' | 'sent' | 'answered' | 'reviewed' | 'missed'

export const checkInWords: Record<CheckInState, string> = {
  due: 'Planned',
  sent: 'Waiting for an answer',
  answered: 'Answered',
  reviewed: 'Read and answered',
  missed: 'Missed',
}

/** A check-in opens on its day, and is missed where nobody answers within seven days. */
export function checkInState(
  one: { dueOn: LocalDate; answeredAt: string | null; reviewedAt: string | null },
  today: LocalDate,
): CheckInState {
  if (one.reviewedAt) return 'reviewed'
  if (one.answeredAt) return 'answered'
  if (one.dueOn > today) return 'due'
  return addDays(one.dueOn, answerDays) < today ? 'missed' : 'sent'
}

/** Weeks that compliance looks back. */
export const complianceWeeks = 4

export const complianceDefinition =
  'Visits in the last 4 weeks out of those agreed. Weeks before coaching began don’t count.'

/**
 * Percent of the agreed visits of the last four weeks, or of the days since it began, that were
 * kept: at most 100; null in the first week.
 */
export function complianceOf(visits: number, perWeek: number, days: number): number | null {
  if (days < 7) return null
  const agreed = (Math.min(days, complianceWeeks * 7) / 7) * perWeek
  return Math.min(100, Math.round((100 * visits) / agreed))
}
