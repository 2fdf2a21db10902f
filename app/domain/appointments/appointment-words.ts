/** Appointments to come, as lists tell them. Pure. */
import type { Instant } from '#app/values/instant.ts'
import { clockTime, deadline } from '#app/values/wording.ts'
import { localDateTime } from '#app/values/zone.ts'
import type { Appointment } from './appointment-view.ts'

/** The until-line of each, its action in one word. */
export function toMyAppointments(
  appointments: readonly Appointment[],
  now: Instant,
  { timeZone, locale }: { timeZone: string; locale: string },
) {
  return appointments.map(
    ({ id, title, localStart, coachName, roomName, state, cutoffAt, heldUntil }) => {
      const common = { id, title, localStart, coachName, roomName }
      if (state === 'held') {
        const until = clockTime(localDateTime(heldUntil ?? now, timeZone), locale)
        return {
          ...common,
          tone: 'warn' as const,
          said: `Kept for you until ${until}. Confirm it.`,
          act: 'Confirm',
        }
      }
      if (state === 'requested') {
        return {
          ...common,
          tone: 'warn' as const,
          said: 'Waits for the studio to confirm.',
          act: 'See',
        }
      }
      const late = now > cutoffAt
      const until = deadline(cutoffAt, timeZone, locale)
      return {
        ...common,
        tone: late ? ('warn' as const) : ('good' as const),
        said: late ? `Free cancel ended ${until}` : `Free to cancel or move until ${until}`,
        act: 'Change',
      }
    },
  )
}
