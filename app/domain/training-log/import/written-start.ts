/** When a workout began, as programs write it in the language of a phone. Pure. */
import type { DateOrder } from '#app/values/table/written-date.ts'
import { isLocalDate, type LocalDateTime } from '#app/values/zone.ts'

/**
 * Languages whose names of months are known, the likeliest first. Where two have a word for
 * different months (`listopad`), the one that reads most of the file decides.
 */
const languages = [
  ...['en', 'de', 'es', 'fr', 'it', 'pt', 'nl', 'pl', 'tr', 'sv', 'da', 'nb', 'fi', 'cs', 'sk'],
  ...['hu', 'ro', 'hr', 'sl', 'el', 'ru', 'uk', 'bg', 'lt', 'lv', 'et', 'id', 'vi', 'ca'],
] as const

type Language = (typeof languages)[number]

const folded = (word: string) =>
  word
    .normalize('NFD')
    .replace(/\p{M}|\./gu, '')
    .toLowerCase()

const wordsOf = (text: string) => text.match(/[\p{L}\p{M}]{3,}/gu) ?? []

/** Names of months by language, in full and short, with a day and alone. */
function monthsOf(language: Language): Map<string, number> {
  const months = new Map<string, number>()
  for (const month of ['long', 'short'] as const)
    for (const day of [undefined, 'numeric'] as const) {
      const format = new Intl.DateTimeFormat(language, { month, day, timeZone: 'UTC' })
      for (let n = 1; n <= 12; n += 1) {
        const parts = format.formatToParts(Date.UTC(2026, n - 1, 1))
        const name = folded(parts.find(({ type }) => type === 'month')?.value ?? '')
        if (/^\p{L}{3,}$/u.test(name)) months.set(name, n)
      }
    }
  // Programs cut names off where the language would not; `jui` could be two.
  for (const [name, n] of [...months]) {
    const begins = name.slice(0, 3)
    const others = [...months].some(([other, m]) => m !== n && other.startsWith(begins))
    if (!others && !months.has(begins)) months.set(begins, n)
  }
  return months
}

/** The months of the language that reads most of these texts; empty where none reads any. */
export function monthsIn(texts: ReadonlySet<string>): ReadonlyMap<string, number> {
  const counted = new Map<string, number>()
  for (const text of texts)
    for (const word of wordsOf(text))
      counted.set(folded(word), (counted.get(folded(word)) ?? 0) + 1)
  if (counted.size === 0) return new Map()
  let best = { reads: 0, months: new Map<string, number>() }
  for (const language of languages) {
    const months = monthsOf(language)
    const reads = [...counted].reduce((n, [word, times]) => n + (months.has(word) ? times : 0), 0)
    if (reads > best.reads) best = { reads, months }
    if (reads >= texts.size) break
  }
  return best.months
}

const isoStart = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{1,2}):(\d{2})/
/** A time at the end: `14:21`, `14.21`, `2:21 PM`. */
const timeAtEnd = /(\d{1,2})[:.h](\d{2})(?:[:.]\d{2})?\s*([ap])?\.?\s*m?\.?\s*$/i

const two = (n: number) => String(n).padStart(2, '0')

/** Longer than any language writes a time; what looks for one in more would look for minutes. */
const longestText = 80

/**
 * The wall time that a text names: `2026-07-25 14:21:00`, `25 Juli 2026, 14:21`, `Jul 25, 2026,
 * 2:21 PM`, `25.07.2026 14:21`, `2026年7月25日 14:21`. Null for anything else, and for figures alone
 * that could be two days (`7/6/2026`), unless `order` says how the file writes them.
 */
export function readStart(
  given: string,
  months: ReadonlyMap<string, number>,
  order: DateOrder | null = null,
): LocalDateTime | null {
  const text = given.trim().replace(/[\u202f\u00a0]/g, ' ')
  if (text.length > longestText) return null
  const iso = isoStart.exec(text)
  if (iso) return startOf(`${iso[1]}-${iso[2]}-${iso[3]}`, Number(iso[4]), Number(iso[5]))
  const time = timeAtEnd.exec(text)
  if (!time) return null
  const day = readDay(text.slice(0, time.index), months, order)
  const [said, minute, half] = [Number(time[1]), Number(time[2]), time[3]?.toLowerCase()]
  if (half && (said < 1 || said > 12)) return null
  const hour = half ? (said % 12) + (half === 'p' ? 12 : 0) : said
  return day && startOf(day, hour, minute)
}

const startOf = (day: string, hour: number, minute: number): LocalDateTime | null =>
  isLocalDate(day) && hour < 24 && minute < 60 ? `${day}T${two(hour)}:${two(minute)}` : null

function readDay(
  text: string,
  months: ReadonlyMap<string, number>,
  order: DateOrder | null,
): string | null {
  const figures = (text.match(/\d+/g) ?? []).map(Number)
  const named = wordsOf(text)
    .map((word) => months.get(folded(word)))
    .find((month) => month !== undefined)
  if (named !== undefined) {
    const [first = 0, second = 0] = figures
    if (figures.length !== 2) return null
    return first > 31 ? dayOf(first, named, second) : dayOf(second, named, first)
  }
  if (figures.length !== 3) return null
  const [a, b, c] = figures as [number, number, number]
  if (a > 31) return dayOf(a, b, c)
  // `7月`: the month says so itself.
  if (/\d\s*[月월]/.test(text)) return dayOf(c, b, a)
  if (a > 12 || (b <= 12 && order === 'dmy')) return dayOf(c, b, a)
  return b > 12 || order === 'mdy' ? dayOf(c, a, b) : null
}

const dayOf = (year: number, month: number, day: number) => `${year}-${two(month)}-${two(day)}`

/** Seconds of `1h 5m`, `45min`, `1:05:00` or figures alone; null where nothing is said. */
export function readDuration(given: string): number | null {
  const text = given.trim()
  if (text.length > longestText) return null
  const clock = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(text)
  if (clock) {
    const [a = 0, b = 0, c] = clock.slice(1).map((part) => (part === undefined ? undefined : +part))
    return c === undefined ? a * 60 + b : a * 3_600 + b * 60 + c
  }
  if (/^\d+(?:[.,]\d+)?$/.test(text)) return Math.round(Number(text.replace(',', '.')))
  const of = (unit: string) => Number(new RegExp(`(\\d+)\\s*${unit}`, 'i').exec(text)?.[1] ?? 0)
  return of('(?:h|std)') * 3_600 + of('m') * 60 + of('s(?!td)') || null
}
