/** Appointments to come, as lists tell them. Pure. */

import { isFree } from '#app/domain/places/cancellation-terms.ts'
import { freeUntilWords } from '#app/domain/places/cancellation-words.ts'
import type { Instant } from '#app/values/instant.ts'
import { clockTimeAt, money } from '#app/values/wording.ts'
import { type Appointment, appointmentTerms } from './appointment-view.ts'

/**
 * What paid for an appointment, or is still to be paid: only what was paid is called so. Null where
 * it costs nothing or nothing is asked any more.
 */
export function paidWords(
  {
    state,
    lotName,
    taken,
    priceMinor,
    owedMinor,
  }: Pick<Appointment, 'state' | 'lotName' | 'taken' | 'priceMinor'> & { owedMinor: number },
  { currency, locale }: { currency: string; locale: string },
): string | null {
  const stands = state === 'confirmed' || state === 'requested'
  if (lotName && state === 'requested' && taken === 0)
    return `1 credit of your ${lotName}, used once the studio has confirmed it.`
  if (lotName) return stands ? `Paid with 1 credit of your ${lotName}.` : null
  if (owedMinor > 0) return `${money(owedMinor, currency, locale)} to pay, on your account.`
  if (!stands || priceMinor === 0) return null
  const price = money(priceMinor, currency, locale)
  return state === 'requested'
    ? `${price}, charged once the studio has confirmed it.`
    : `${price} is paid.`
}

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
          message: `Kept for you until ${until}. Confirm.`,
          act: 'Confirm',
        }
      }
      if (state === 'requested') {
        return {
          ...common,
          tone: 'warn' as const,
          message: 'Waiting for the studio to confirm.',
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
