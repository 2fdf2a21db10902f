/** A session as its owner recognises it: browser and system in words, and when it was last seen. */
import type { Instant } from '#app/values/instant.ts'
import { clockTime, dayMonthYear } from '#app/values/wording.ts'
import { addDays, wallTime } from '#app/values/zone.ts'

// In this order: every browser also claims to be those below it.
const browsers: readonly [RegExp, string][] = [
  [/\bEdgi?A?(?:OS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bCriOS\/|\bChrom(?:e|ium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bWindows\b/, 'Windows'],
  [/\bLinux\b/, 'Linux'],
]

/** `Firefox on Windows`; `Another program` where neither is known. */
export function deviceName(userAgent: string): string {
  const find = (list: readonly [RegExp, string][]) =>
    list.find(([form]) => form.test(userAgent))?.[1]
  const [browser, system] = [find(browsers), find(systems)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? (system ? `A program on ${system}` : 'Another program')
}

/** `today, 18:30`, `yesterday, 09:12`, else `12 November 2026`. */
export function seenWords(
  at: Instant,
  now: Instant,
  { timeZone, locale }: { timeZone: string; locale: string },
): string {
  const local = wallTime(at, timeZone)
  const today = wallTime(now, timeZone).slice(0, 10)
  const date = local.slice(0, 10)
  if (date === today) return `today, ${clockTime(local, locale)}`
  if (date === addDays(today, -1)) return `yesterday, ${clockTime(local, locale)}`
  return dayMonthYear(date, locale)
}
