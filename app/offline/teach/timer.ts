/**
 * Where a class stands that is taught from a phone: which step, and when it ends. Timers are end
 * times, so that a phone that slept, or a page that was reloaded, is right at once.
 */
export type Standing = {
  step: number
  /** When the step ends, in milliseconds; null while paused. */
  endsAt: number | null
  /** What was left when it was paused, in milliseconds. */
  left: number
}

export const begin = (step: number, seconds: number, now: number): Standing => ({
  step,
  endsAt: now + seconds * 1_000,
  left: seconds * 1_000,
})

/** Milliseconds left of the step; below zero once it is over. */
export const leftOf = ({ endsAt, left }: Standing, now: number): number =>
  endsAt === null ? left : endsAt - now

export const paused = (at: Standing, now: number): Standing => ({
  ...at,
  endsAt: null,
  left: leftOf(at, now),
})

export const resumed = (at: Standing, now: number): Standing => ({ ...at, endsAt: now + at.left })

/** `2:40`; over by a minute is `+1:00`. */
export function clockOf(left: number): string {
  const seconds = Math.ceil(Math.abs(left) / 1_000)
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return left < 0 && seconds > 0 ? `+${text}` : text
}

/** What was kept of a class, or null where it is none, or older than half a day. */
export function readStanding(text: string | null, steps: number, now: number): Standing | null {
  try {
    const kept = JSON.parse(text ?? '') as Partial<Standing> & { at?: number }
    const { step, endsAt, left, at } = kept
    if (typeof step !== 'number' || step < 0 || step >= steps || typeof left !== 'number')
      return null
    if (typeof at !== 'number' || now - at > 12 * 3_600_000) return null
    return { step, left, endsAt: typeof endsAt === 'number' ? endsAt : null }
  } catch {
    return null
  }
}
