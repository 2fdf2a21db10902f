/** The roster as the desk reads it: every row in words, so that the page only lays them out. */
import { attendanceWindow } from '#app/domain/places/attendance-window.ts'
import {
  type CancellationLimits,
  cancellationTerms,
} from '#app/domain/places/cancellation-terms.ts'
import { type Instant, minutesBetween } from '#app/values/instant.ts'
import {
  clockTimeAt,
  count,
  dayLongTime,
  deadlineLong,
  deadlineNear,
  money,
} from '#app/values/wording.ts'
import type { LocalDate } from '#app/values/zone.ts'
import { type Mark, marksOf } from './roster-marks.ts'
import type { DeskReader, RosterRow } from './roster-row.ts'

export type RosterWords = {
  bookingId: string
  personId: string
  name: string
  photo: string
  state: string
  /** `In, 17:44`, `Was there`, `No-show`; empty while someone is only booked. */
  here: string
  marks: Mark[]
  pays: string
  /** Waits, and is offered an open place. */
  offered: boolean
  /** Of a late cancel or a no-show: when, what was lost, how the fee stands. */
  timeline: string
  position: number | null
}

/** One row in words. `date` is the class's local date. */
export function rosterWords(row: RosterRow, date: LocalDate, formats: DeskReader): RosterWords {
  const { bookingId, personId, name, photo, state, position } = row
  return {
    bookingId,
    personId,
    name,
    photo,
    state,
    position,
    offered: state === 'waitlisted' && !!row.offeredUntil,
    here: hereWords(row, formats),
    marks: marksOf(row, date, formats),
    pays: paysWords(row),
    timeline: storyWords(row, date, formats),
  }
}

const timeOf = (instant: Instant, { timeZone, locale }: DeskReader) =>
  clockTimeAt(instant, timeZone, locale)

function hereWords({ state, checkedInAt }: RosterRow, formats: DeskReader): string {
  if (state === 'checked_in') return checkedInAt ? `In, ${timeOf(checkedInAt, formats)}` : 'In'
  if (state === 'attended') return 'Was there'
  return state === 'no_show' ? 'No-show' : ''
}

/** What paid, as the desk says it: `10-class pack, 4 left`. */
export function paysWords({
  state,
  lotName,
  lotLeft,
  planName,
  courseName = null,
  byMakeUp = 0,
}: Pick<
  RosterRow,
  'state' | 'lotName' | 'lotLeft' | 'planName' | 'courseName' | 'byMakeUp'
>): string {
  if (courseName !== null) return byMakeUp ? `Make-up from ${courseName}` : 'Enrolled'
  if (lotName !== null) return `${lotName}, ${lotLeft ?? 0} left`
  if (planName !== null) return planName
  return state === 'waitlisted' ? '' : 'Drop-in'
}

const feeStates: Record<string, string> = {
  due: 'is due',
  waived: 'waived',
  void: 'void',
  collected: 'collected',
}

function storyWords(row: RosterRow, date: LocalDate, formats: DeskReader): string {
  const { state, endedAt, lotName, feeMinor, feeState, feeDueAt } = row
  const { timeZone, locale, currency, today } = formats
  const near = (at: Instant) => deadlineNear(at, timeZone, locale, date)
  const parts: string[] = []
  if (state === 'waitlisted' && row.offeredUntil)
    parts.push(`Offered until ${deadlineNear(row.offeredUntil, timeZone, locale, today)}`)
  else if (state === 'waitlisted') parts.push(`Since ${near(row.createdAt)}`)
  if (state === 'waitlisted' && row.skippedReason !== null) parts.push('skipped: no valid credit')
  if (endedAt && state === 'late_cancelled') parts.push(`Cancelled ${near(endedAt)}`)
  if (lotName !== null && (state === 'late_cancelled' || state === 'no_show'))
    parts.push('credit lost')
  if (formats.fees && feeMinor !== null && feeState !== null && feeDueAt !== null) {
    const fee = money(feeMinor, currency, locale)
    const stage =
      feeState === 'pending' ? `due ${near(feeDueAt)}` : (feeStates[feeState] ?? feeState)
    parts.push(`${fee} ${stage}`)
  }
  const [first = '', ...more] = parts
  return parts.length === 0 ? '' : `${capital(first)}${more.map((part) => `, ${part}`).join('')}.`
}

/** `Starts in 38 min`, `Running`, `Over`: the figure beside the fill. */
export function clockWords(
  { startsAt, endsAt }: { startsAt: Instant; endsAt: Instant },
  now: Instant,
) {
  if (now >= endsAt) return { label: 'Now', text: 'Over' }
  if (now >= startsAt) return { label: 'Ends in', text: spanWords(minutesBetween(now, endsAt)) }
  return { label: 'Starts in', text: spanWords(minutesBetween(now, startsAt)) }
}

function spanWords(minutes: number): string {
  if (minutes < 120) return `${minutes} min`
  if (minutes < 2_880) return `${Math.round(minutes / 60)} h`
  return count(Math.round(minutes / 1_440), 'day')
}

type RuledClass = CancellationLimits & {
  endsAt: Instant
  editableDays: number
  policyName: string
  policyVersion: number
  ownPolicy: number
  closesAt: Instant
  reconcileMinutes: number
  minimumLevel: { name: string } | null
  policy: {
    lateLosesCredit: boolean
    lateFeeMinor: number
    noShowFeeMinor: number
    noShowBoth: boolean
  }
}

/** The booking rules of one class as the desk needs them, a line each. */
export function deskRules(
  { closesAt, reconcileMinutes, minimumLevel, policy, ...limits }: RuledClass,
  { timeZone, locale, currency, role, now, today }: DeskReader,
): { name: string; rule: string }[] {
  const near = (instant: Instant) => deadlineNear(instant, timeZone, locale, today)
  const fee = (minor: number) => (minor > 0 ? money(minor, currency, locale) : '')
  const { lateLosesCredit, lateFeeMinor, noShowFeeMinor } = policy
  // What holds of a pack holder tells each limit; not coming costs the rest the fee.
  const terms = cancellationTerms({ ...limits, ...policy }, { paidBy: 'lot' }, limits.cutoffAt)
  const limitsAt = terms.after.map(({ instant }) => instant)
  const cutoffs = limitsAt.length > 0 ? limitsAt : [terms.freeUntil]
  const feeOfAll = !lateLosesCredit || terms.noShow.feeMinor > 0
  const late = [
    lateLosesCredit ? 'credit lost' : '',
    lateFeeMinor > 0 ? `${fee(lateFeeMinor)} due after 24 hours` : '',
  ]
  const missed = [
    lateLosesCredit ? 'credit lost on packs' : '',
    noShowFeeMinor > 0 ? `${fee(noShowFeeMinor)} on ${feeOfAll ? 'everyone' : 'the rest'}` : '',
  ]
  const attendance = attendanceWindow(limits, role, now)
  const edited = deadlineLong(attendance.until, timeZone, locale)
  const settled = `Settled ${count(Math.round(reconcileMinutes / 60), 'hour')} after the end.`
  const { policyName, policyVersion, ownPolicy } = limits
  const own = ownPolicy ? ', for this class only' : ''
  return [
    { name: 'Policy', rule: `${policyName}, version ${policyVersion}${own}` },
    { name: 'Books until', rule: near(closesAt) },
    { name: 'Free until', rule: cutoffs.map(near).join(', then ') },
    { name: 'Late', rule: capital(late.filter(Boolean).join(', ')) || 'Costs nothing' },
    {
      name: 'No-show',
      rule: `${capital(missed.filter(Boolean).join(', ')) || 'Costs nothing'}. ${settled}`,
    },
    {
      name: 'Attendance',
      rule:
        attendance.stage === 'open' ? `Editable until ${edited}` : `Editable until ${edited}, over`,
    },
    { name: 'Level', rule: minimumLevel ? `${minimumLevel.name} and up` : 'Open to all' },
  ]
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** `Thursday 12 November, 18:30 to 19:30.` */
export function whenWords(
  { localStart, endsAt, timeZone }: { localStart: string; endsAt: Instant; timeZone: string },
  locale: string,
) {
  return `${dayLongTime(localStart, locale)} to ${clockTimeAt(endsAt, timeZone, locale)}`
}
