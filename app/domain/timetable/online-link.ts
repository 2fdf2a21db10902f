/** When somebody sees where a class is held online. */
import { addMinutes, type Instant } from '#app/values/instant.ts'

/** Minutes before the start from which who booked sees the link. */
const onlineFrom = 30

export type Online =
  | { state: 'none' }
  /** `from`: when who booked sees the link. */
  | { state: 'later'; from: Instant; booked: boolean }
  | { state: 'now'; url: string }

/**
 * The link of a class that is held online, only for who has a place in it and only from 30 minutes
 * before its start until its end; others read that it is online.
 */
export function onlineOf(
  { startsAt, endsAt }: { startsAt: Instant; endsAt: Instant },
  url: string | null,
  own: { state: string } | null,
  now: Instant,
): Online {
  if (!url || now >= endsAt) return { state: 'none' }
  const from = addMinutes(startsAt, -onlineFrom)
  const booked = own !== null && ['booked', 'checked_in'].includes(own.state)
  return booked && now >= from ? { state: 'now', url } : { state: 'later', from, booked }
}
