/**
 * An instant: UTC ISO text of second precision, `2026-11-20T18:30:00Z`. All instants have this one
 * form, so that text order is time order in JavaScript and in SQL.
 */
export type Instant = string

const form = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/

/** Milliseconds since the epoch as an instant; the fraction of the second is dropped. */
export function instantFromMs(ms: number): Instant {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`
}

export function instantToMs(instant: Instant): number {
  return Date.parse(instant)
}

/**
 * Any ISO 8601 instant (with offset or Z, with or without a fraction) in our form; null when it is
 * none.
 */
export function parseInstant(text: string): Instant | null {
  if (form.test(text)) return Number.isNaN(Date.parse(text)) ? null : text
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/.test(text))
    return null
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? null : instantFromMs(ms)
}

/**
 * The instant `minutes` elapsed minutes later (earlier when negative): clock changes do not stretch
 * it (R3).
 */
export function addMinutes(instant: Instant, minutes: number): Instant {
  return instantFromMs(instantToMs(instant) + minutes * 60_000)
}

/** Whole elapsed minutes from `from` to `to`, rounded down. */
export function minutesBetween(from: Instant, to: Instant): number {
  return Math.floor((instantToMs(to) - instantToMs(from)) / 60_000)
}
