const unitMs: Record<string, number> = {
  h: 3_600_000,
  m: 60_000,
  s: 1_000,
  ms: 1,
  us: 0.001,
  µs: 0.001,
  μs: 0.001,
  ns: 0.000001,
}

/** Go counts in 64 bits of nanoseconds, which is some 292 years. */
const longestMs = 9_223_372_036_854

/**
 * Milliseconds of a duration as Go writes it: `24h`, `1h30m`, `1.5h`, `-30s`, `0`. Null for
 * anything else, such as `1d`, and for what is longer than Go can hold.
 */
export function parseGoDuration(text: string): number | null {
  if (/^[+-]?0$/.test(text)) return 0
  const whole = /^([+-]?)((?:(?:\d+\.?\d*|\.\d+)(?:h|ms|m|s|us|µs|μs|ns))+)$/.exec(text)
  if (!whole || text.length > 100) return null
  const parts = [...(whole[2] ?? '').matchAll(/(\d+\.?\d*|\.\d+)(h|ms|m|s|us|µs|μs|ns)/g)]
  const ms = parts.reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * (unitMs[unit ?? ''] ?? 0),
    0,
  )
  if (ms > longestMs) return null
  return whole[1] === '-' ? -ms : ms
}
