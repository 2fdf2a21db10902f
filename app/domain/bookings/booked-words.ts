import type { Instant } from '#app/values/instant.ts'
import { clockTime, deadlineNear, ordinal, weekday } from '#app/values/wording.ts'
import type { LocalDateTime } from '#app/values/zone.ts'

type Booked = {
  title: string
  localStart: LocalDateTime
  cutoffAt: Instant
  declineUntil: Instant | null
}

/** The message after a booking: `Booked. Aerial hoop 1, Saturday 10:00. Free to cancel until Fri 22:00.` */
export function bookedSentence(
  { title, localStart, cutoffAt, declineUntil }: Booked,
  position: number | null,
  { now, timeZone, locale }: { now: Instant; timeZone: string; locale: string },
): string {
  const when = `${title}, ${weekday(localStart.slice(0, 10), locale)} ${clockTime(localStart, locale)}.`
  const near = (instant: Instant) =>
    deadlineNear(instant, timeZone, locale, localStart.slice(0, 10))
  if (position !== null)
    return `You are ${ordinal(position)} on the waitlist. ${when} Free while you wait.`
  if (now <= cutoffAt) return `Booked. ${when} Free to cancel until ${near(cutoffAt)}.`
  if (declineUntil !== null && now <= declineUntil)
    return `Booked. ${when} Free to decline until ${near(declineUntil)}.`
  return `Booked. ${when} The free limit for a cancel has passed.`
}
