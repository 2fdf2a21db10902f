/**
 * Repeating wall times: RFC 5545 rules expanded in a zone (R5). A rule is expanded over days first
 * (rule-days.ts) and each wall time is turned into an instant afterwards, so a class stays at 07:00
 * through a clock change, and a time that the spring gap swallows moves forward instead of being
 * dropped, as the RFC would have it.
 */
import type { Instant } from './instant.ts'
import { dateOf, dayOf, ruleDays } from './rule-days.ts'
import {
  daysBetween,
  instantOf,
  isLocalDate,
  type LocalDate,
  type LocalDateTime,
  localDateTime,
} from './zone.ts'

/** One start of a repeating class. */
export type RecurrenceStart = {
  /** The wall time the rule gave: the start's identity within the series. */
  recurrenceKey: LocalDateTime
  /** What the clock shows at `startsAt`; later than the key inside a spring gap. */
  localStart: LocalDateTime
  startsAt: Instant
}

const ruleRefusals = [
  'too_long',
  'not_a_rule',
  'unknown_part',
  'too_fine',
  'bad_interval',
  'bad_count',
  'bad_until',
  'count_and_until',
  'bad_days',
] as const
export type RuleRefusal = (typeof ruleRefusals)[number]

export type Rule = { parts: ReadonlyMap<string, string> }

/** At most one start a day, so a window of days bounds the work. */
const windowDays = 500
const wholeNumber = /^\d{1,3}$/
const wellFormed: Record<string, RegExp> = {
  BYDAY: /^([+-]?[1-5])?(MO|TU|WE|TH|FR|SA|SU)(,([+-]?[1-5])?(MO|TU|WE|TH|FR|SA|SU)){0,6}$/,
  BYMONTHDAY: /^-?([1-9]|[12]\d|3[01])(,-?([1-9]|[12]\d|3[01])){0,30}$/,
  BYMONTH: /^([1-9]|1[0-2])(,([1-9]|1[0-2])){0,11}$/,
  BYSETPOS: /^-?[1-9]\d?(,-?[1-9]\d?){0,9}$/,
  WKST: /^(MO|TU|WE|TH|FR|SA|SU)$/,
}

/**
 * Reads an RRULE without DTSTART, such as `FREQ=WEEKLY;BYDAY=MO;COUNT=4`. Refused is what a
 * timetable does not need and what could be made to run for ever: frequencies finer than a day,
 * parts of hours and minutes, unbounded numbers.
 */
export function parseRule(
  text: string,
): { ok: true; rule: Rule } | { ok: false; reason: RuleRefusal } {
  if (text.length > 200) return { ok: false, reason: 'too_long' }
  const parts = new Map<string, string>()
  for (const part of text
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .split(';')) {
    const [name, value, more] = part.split('=')
    if (!name || !value || more !== undefined || parts.has(name))
      return { ok: false, reason: 'not_a_rule' }
    parts.set(name, value)
  }
  const reason = refusalOf(parts)
  return reason ? { ok: false, reason } : { ok: true, rule: { parts } }
}

function refusalOf(parts: ReadonlyMap<string, string>): RuleRefusal | null {
  const frequency = parts.get('FREQ')
  if (!frequency) return 'not_a_rule'
  if (['HOURLY', 'MINUTELY', 'SECONDLY'].includes(frequency)) return 'too_fine'
  if (!['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'].includes(frequency)) return 'not_a_rule'
  for (const [name, value] of parts) {
    if (name === 'INTERVAL' && !(wholeNumber.test(value) && Number(value) >= 1))
      return 'bad_interval'
    if (name === 'COUNT' && !(wholeNumber.test(value) && Number(value) >= 1)) return 'bad_count'
    if (name === 'UNTIL' && untilWall(value, 'UTC') === null) return 'bad_until'
    if (name in wellFormed && !wellFormed[name]!.test(value)) return 'bad_days'
    if (!['FREQ', 'INTERVAL', 'COUNT', 'UNTIL'].includes(name) && !(name in wellFormed))
      return 'unknown_part'
  }
  if (parts.has('COUNT') && parts.has('UNTIL')) return 'count_and_until'
  // "The second Monday" means nothing in a week or a day.
  if (/\d/.test(parts.get('BYDAY') ?? '') && ['DAILY', 'WEEKLY'].includes(frequency))
    return 'bad_days'
  return null
}

/**
 * The starts of a series whose first start is `firstStart` (wall time in `timeZone`), on local
 * dates `from` to `until` inclusive, without `exceptDates`. An empty `rrule` is the one start.
 * Throws on a rule `parseRule` refuses and on a window of more than 500 days: both are bugs of the
 * caller.
 */
export function expand({
  firstStart,
  timeZone,
  rrule,
  exceptDates = [],
  from,
  until,
}: {
  firstStart: LocalDateTime
  timeZone: string
  rrule: string
  exceptDates?: readonly LocalDate[]
  from: LocalDate
  until: LocalDate
}): RecurrenceStart[] {
  if (daysBetween(from, until) > windowDays)
    throw new RangeError(`More than ${windowDays} days: ${from} to ${until}`)
  if (until < from) return []
  const keys = rrule === '' ? [firstStart] : wallTimes(firstStart, timeZone, rrule, from, until)
  const except = new Set(exceptDates)
  return keys
    .filter(
      (key) =>
        key.slice(0, 10) >= from && key.slice(0, 10) <= until && !except.has(key.slice(0, 10)),
    )
    .map((recurrenceKey) => {
      const startsAt = instantOf(recurrenceKey, timeZone)
      return { recurrenceKey, localStart: localDateTime(startsAt, timeZone), startsAt }
    })
}

/** Wall times by the rule. COUNT counts from the first start, before the window, too. */
function wallTimes(
  firstStart: LocalDateTime,
  timeZone: string,
  rrule: string,
  from: LocalDate,
  until: LocalDate,
): LocalDateTime[] {
  const parsed = parseRule(rrule)
  if (!parsed.ok) throw new RangeError(`Not a rule (${parsed.reason}): ${rrule}`)
  const { parts } = parsed.rule
  const [firstDate, time] = firstStart.split('T') as [LocalDate, string]
  const end = parts.has('UNTIL') ? untilWall(parts.get('UNTIL')!, timeZone)! : null
  let left = Number(parts.get('COUNT') ?? Number.POSITIVE_INFINITY)
  const found: LocalDateTime[] = []
  for (const day of ruleDays(parts, { first: dayOf(firstDate), last: dayOf(until) })) {
    const start = `${dateOf(day)}T${time}`
    if (left-- === 0 || (end && `${start}:00` > end)) break
    if (start >= from) found.push(start)
  }
  return found
}

/** An UNTIL as wall time to the second: a date lasts to its end, `…Z` is turned into the zone's time. */
function untilWall(value: string, timeZone: string): string | null {
  const match = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?$/.exec(value)
  if (!match) return null
  const [, year, month, day, hour, minute, second, utc] = match
  const date = `${year}-${month}-${day}`
  if (!isLocalDate(date)) return null
  if (hour === undefined) return `${date}T23:59:59`
  if (hour > '23' || minute! > '59' || second! > '59') return null
  const wall = `${date}T${hour}:${minute}:${second}`
  return utc ? `${localDateTime(`${wall}Z`, timeZone)}:59` : wall
}
