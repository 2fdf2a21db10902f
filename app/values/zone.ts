/**
 * Wall time in a zone. A local date is `2026-11-20`; a local start is `2026-11-20T18:30`, the time
 * on the studio's wall.
 */
import { getISO } from 'temporal-polyfill/fns/Calendar'
import * as PlainDate from 'temporal-polyfill/fns/PlainDate'
import * as PlainDateTime from 'temporal-polyfill/fns/PlainDateTime'
import { type Instant, instantFromMs, instantToMs } from './instant.ts'

export type LocalDate = string
export type LocalDateTime = string

// Making a formatter is the costly part; the memo is a pure function of its key.
const wallFormatters = new Map<string, Intl.DateTimeFormat>()

function wallFormatter(zone: string): Intl.DateTimeFormat {
  let formatter = wallFormatters.get(zone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    wallFormatters.set(zone, formatter)
  }
  return formatter
}

// A page asks for the same moment once a row; the last answer is kept, of a pure function.
const last = { instant: '', zone: '', wall: '' }

/** What the clock on the wall of `zone` shows at `instant`, to the minute. */
export function localDateTime(instant: Instant, zone: string): LocalDateTime {
  if (last.instant === instant && last.zone === zone) return last.wall
  const wall = wallFormatter(zone).format(instantToMs(instant)).replace(' ', 'T').slice(0, 16)
  Object.assign(last, { instant, zone, wall })
  return wall
}

/**
 * What is behind a wall time in the second of two hours that the clock names alike. Only what is
 * shown carries it (`wallTime`); `clockTime` has its words.
 */
export const secondTimeMark = '*'

const dayMs = 86_400_000
const secondHours = new Map<string, readonly { from: number; until: number }[]>()

/** When clocks of a zone go back in a month (`2026-10`), and so show an hour for the second time. */
function secondHoursOf(zone: string, month: string) {
  const key = `${zone} ${month}`
  const known = secondHours.get(key)
  if (known) return known
  const ahead = (ms: number) =>
    Date.parse(`${wallFormatter(zone).format(ms).replace(' ', 'T')}Z`) - ms
  const first = Date.parse(`${month}-01T00:00:00Z`) - dayMs
  const days = Array.from({ length: 33 }, (_, day) => first + day * dayMs)
  const spans = days.flatMap((day) => {
    const longer = ahead(day) - ahead(day + dayMs)
    if (longer <= 0) return []
    let [before, after] = [day, day + dayMs]
    while (after - before > 60_000) {
      const middle = before + Math.ceil((after - before) / 120_000) * 60_000
      if (middle === after) break
      if (ahead(middle) === ahead(day)) before = middle
      else after = middle
    }
    return [{ from: after, until: after + longer }]
  })
  secondHours.set(key, spans)
  return spans
}

/**
 * The wall time of an instant as it is shown to people: in an hour that happens twice, the second
 * bears a mark. For anyone who reckons with walls there is `localDateTime`.
 */
export function wallTime(instant: Instant, zone: string): LocalDateTime {
  const ms = instantToMs(instant)
  const second = secondHoursOf(zone, instant.slice(0, 7)).some(
    ({ from, until }) => ms >= from && ms < until,
  )
  return `${localDateTime(instant, zone)}${second ? secondTimeMark : ''}`
}

/** The date in `zone` at `instant`. */
export function localDate(instant: Instant, zone: string): LocalDate {
  return localDateTime(instant, zone).slice(0, 10)
}

/**
 * The instant of a wall time. A time that does not exist (spring gap) moves forward by the gap; one
 * that happens twice is the first (R5; Temporal's "compatible" disambiguation), or the second where
 * it bears the mark of `wallTime`.
 */
export function instantOf(local: LocalDateTime, zone: string): Instant {
  const wall = PlainDateTime.fromString(local.slice(0, 16), getISO)
  const disambiguation = local.endsWith(secondTimeMark) ? 'later' : 'compatible'
  return instantFromMs(
    PlainDateTime.toZonedDateTime(wall, zone, { disambiguation }).epochMilliseconds,
  )
}

/** The instant at which a local date is over: the start of the next day in the zone. */
export function endOfDay(date: LocalDate, zone: string): Instant {
  const next = PlainDate.fromString(addDays(date, 1), getISO)
  return instantFromMs(PlainDate.toZonedDateTime(next, zone).epochMilliseconds)
}

// A page asks for the same few days once a row; the memo is of a pure function and bounded.
const laterDays = new Map<string, LocalDate>()

/** `days` calendar days later (earlier when negative). */
export function addDays(date: LocalDate, days: number): LocalDate {
  const key = `${date} ${days}`
  const known = laterDays.get(key)
  if (known) return known
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  const later = new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10)
  if (laterDays.size > 999) laterDays.clear()
  laterDays.set(key, later)
  return later
}

/** Whole years of age on a day; a birthday of 29 February is reached on 1 March in other years. */
export function ageOn(born: LocalDate, day: LocalDate): number {
  const years = Number(day.slice(0, 4)) - Number(born.slice(0, 4))
  return day.slice(5) < born.slice(5) ? years - 1 : years
}

/**
 * The days of a year, such as `02-28`, whose birthday is on `day`: who was born on 29 February has
 * theirs on the last day of February.
 */
export function birthdaysOn(day: LocalDate): string[] {
  const own = day.slice(5)
  return own === '02-28' && addDays(day, 1).endsWith('03-01') ? [own, '02-29'] : [own]
}

/** Calendar days from `from` to `to`. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)
}

/** 1 is Monday, 7 is Sunday (ISO 8601). */
export function isoWeekday(date: LocalDate): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7
}

/** The first day of the week that holds `date`, of weeks that begin on `weekStart` (1 is Monday). */
export function firstOfWeek(date: LocalDate, { weekStart }: { weekStart: number }): LocalDate {
  return addDays(date, -((isoWeekday(date) - weekStart + 7) % 7))
}

/** The Monday of the week that holds `date`. */
export const mondayOf = (date: LocalDate): LocalDate => firstOfWeek(date, { weekStart: 1 })

/** The ends of the years that people and studios live in. */
export const [firstLocalDate, lastLocalDate] = ['1900-01-01', '2199-12-31']

/**
 * Whether `text` is a calendar date that exists, as `2026-02-28`, in the years that people and
 * studios live in: reckoning from the ends of the calendar leads to dates that nothing can show.
 */
export function isLocalDate(text: string): boolean {
  return /^(19|20|21)\d{2}-\d{2}-\d{2}$/.test(text) && addDaysOrNull(text) === text
}

function addDaysOrNull(text: string): string | null {
  const ms = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(ms) ? null : new Date(ms).toISOString().slice(0, 10)
}

/** Whether the runtime knows the IANA zone. */
export function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return /^[A-Z][A-Za-z_+\-/0-9]+$/.test(zone)
  } catch {
    return false
  }
}

/** Runtimes list some zones by the name they had when the list was made; these are today's. */
const renamed: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** The name a zone has today. */
export const presentZone = (zone: string): string => renamed[zone] ?? zone

/** `America/Argentina/Buenos_Aires` as people read and type it. */
export const zoneInWords = (zone: string): string => presentZone(zone).replaceAll('_', ' ')

/** Every zone that has a place in its name, in the order of the alphabet. */
export function listZones(): string[] {
  const zones = Intl.supportedValuesOf('timeZone').filter((name) => name.includes('/'))
  return [...new Set(zones.map(presentZone))].sort()
}

/**
 * The zone that someone typed or chose: its name of today or of before, or its city alone, in any
 * case and with spaces or underscores. Null where it is none.
 */
export function zoneNamed(text: string): string | null {
  const typed = comparable(text)
  const zones = listZones()
  const known = [...zones, ...Object.keys(renamed)].find((zone) => comparable(zone) === typed)
  if (known) return presentZone(known)
  const cities = zones.filter((zone) => comparable(zone.split('/').at(-1) ?? '') === typed)
  if (cities.length === 1) return cities[0] ?? null
  return isZone(text) ? text : null
}

const comparable = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, ' ')
