/** Appointments to come, as lists tell them. Pure. */

import { isFree } from '#app/domain/places/cancellation-terms.ts'
import { freeUntilWords } from '#app/domain/places/cancellation-words.ts'
import type { Instant } from '#app/values/instant.ts'
import { clockTimeAt } from '#app/values/wording.ts'
import { type Appointment, appointmentTerms } from './appointment-view.ts'

/** The until-line of each, its action in one word. */
export function toMyAppointments(
  appointments: readonly Appointment[],
  now: Instant,
  { timeZone, locale }: { timeZone: string; locale: string },
) {
  return appointments.map(
    ({ id, title, startsAt, localStart, coachName, roomName, state, cutoffAt, heldUntil }) => {
      const common = { id, title, localStart, coachName, roomName }
      if (state === 'held') {
        const until = clockTimeAt(heldUntil ?? now, timeZone, locale)
        return {
          ...common,
          tone: 'warn' as const,
          message: `Kept for you until ${until}. Confirm it.`,
          act: 'Confirm',
        }
      }
      if (state === 'requested') {
        return {
          ...common,
          tone: 'warn' as const,
          message: 'Waits for the studio to confirm.',
          act: 'See',
        }
      }
      const terms = appointmentTerms({ startsAt, cutoffAt, state }, now)
      const late = !isFree(terms)
      return {
        ...common,
        tone: late ? ('warn' as const) : ('good' as const),
        message: freeUntilWords(terms, 'letter', { timeZone, locale }, 'cancel or move'),
        act: 'Change',
      }
    },
  )
}
