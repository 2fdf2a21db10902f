/** When a thing has to be looked at again. Pure. */
import { addDays, daysBetween, type LocalDate } from '#app/values/zone.ts'

export type InspectionState =
  | { kind: 'none' }
  | { kind: 'ok' | 'soon' | 'overdue'; dueOn: LocalDate; days: number }

/** Days before it is due in which it is told. */
export const soonDays = 14

/** The next inspection: `days` after the last; a thing that was never looked at is due at once. */
export function dueOn(
  inspectDays: number | null,
  inspectedOn: LocalDate | null,
  today: LocalDate,
): LocalDate | null {
  if (inspectDays === null) return null
  return inspectedOn ? addDays(inspectedOn, inspectDays) : today
}

/** Due today is due, not overdue. */
export function inspectionState(due: LocalDate | null, today: LocalDate): InspectionState {
  if (due === null) return { kind: 'none' }
  const days = daysBetween(today, due)
  const ahead = days <= soonDays ? 'soon' : 'ok'
  return { kind: days < 0 ? 'overdue' : ahead, dueOn: due, days }
}
