/**
 * The form of a course as text: from an address, from what stands, or from what was sent and
 * refused.
 */
import { type Weekday, weekdays } from '#app/domain/calendar/series-rule.ts'
import { typedMinor } from '#app/values/money.ts'
import { isLocalDate, localDateTime } from '#app/values/zone.ts'
import type { CourseDates } from './course-dates.ts'
import type { CourseKind, CourseView, Tier } from './course-view.ts'
import { readWithdrawal } from './enrolments/withdrawal.ts'

export const courseFieldNames = [
  'name',
  'disciplineId',
  'levelId',
  'description',
  'bring',
  'time',
  'minutes',
  'from',
  'count',
  'except',
  'list',
  'topics',
  'roomId',
  'coachId',
  'capacity',
  'policyId',
  'price',
  'tierName',
  'tierPrice',
  'tierUntil',
  'tierName2',
  'tierPrice2',
  'tierUntil2',
  'lateJoin',
  'dropIns',
  'dropIn',
  'makeUpHours',
  'makeUpDays',
  'takesMakeUps',
  'withdrawal',
  'withdrawalRunning',
  'waitlistLimit',
  'offerHours',
  'opensAt',
  'followsId',
  'reEnrolUntil',
  'minimumAge',
  'maximumAge',
  'minimumPeople',
  'decideAt',
  'guestName',
  'guestPercent',
  'guestFixed',
  'guestMinimum',
  'draft',
] as const
export type CourseField = (typeof courseFieldNames)[number]
export type CourseValues = Record<CourseField, string> & { days: Weekday[] }

/** A tick that is in the form at first is only lifted where the form was sent. */
const ticks: readonly CourseField[] = ['dropIns', 'takesMakeUps', 'draft']

const empty = Object.fromEntries(courseFieldNames.map((name) => [name, ''])) as Record<
  CourseField,
  string
>

/** A new course or workshop as the form begins. */
export function newCourseValues(
  kind: CourseKind,
  more: Partial<Record<CourseField, string>> = {},
): CourseValues {
  return {
    ...empty,
    time: '18:30',
    minutes: '60',
    count: '6',
    capacity: '8',
    lateJoin: '0',
    makeUpHours: '4',
    makeUpDays: '14',
    takesMakeUps: 'on',
    withdrawal: '14 days: 100%\n2 days: 50%',
    withdrawalRunning: '0',
    waitlistLimit: '20',
    offerHours: '24',
    guestPercent: '0',
    ...(kind === 'workshop'
      ? { count: '1', minutes: '120', makeUpHours: '', takesMakeUps: '' }
      : {}),
    ...more,
    days: [],
  }
}

/** What stands, as the form that changes it has it. */
export function courseValuesOf(
  course: CourseView,
  tiers: readonly Tier[],
  { currency, timeZone }: { currency: string; timeZone: string },
): CourseValues {
  const amount = (minor: number | null) =>
    minor === null || minor === 0 ? '' : typedMinor(minor, currency)
  const wall = (instant: string | null) =>
    instant === null ? '' : localDateTime(instant, timeZone)
  const number = (n: number | null) => (n === null ? '' : String(n))
  const [first, second] = tiers
  return {
    ...empty,
    name: course.name,
    disciplineId: course.disciplineId,
    levelId: course.levelId ?? '',
    description: course.description,
    bring: course.bring,
    price: typedMinor(course.priceMinor, currency),
    tierName: first?.name ?? '',
    tierPrice: first ? typedMinor(first.priceMinor, currency) : '',
    tierUntil: wall(first?.until ?? null),
    tierName2: second?.name ?? '',
    tierPrice2: second ? typedMinor(second.priceMinor, currency) : '',
    tierUntil2: wall(second?.until ?? null),
    lateJoin: String(course.lateJoin),
    dropIns: course.dropIns ? 'on' : '',
    // Free is a price here, and empty is not sold singly.
    dropIn: course.dropInMinor === null ? '' : typedMinor(course.dropInMinor, currency),
    makeUpHours: number(course.makeUpHours),
    makeUpDays: String(course.makeUpDays),
    takesMakeUps: course.takesMakeUps ? 'on' : '',
    withdrawal: readWithdrawal(course.withdrawal)
      .map(({ days, percent }) => `${days} days: ${percent}%`)
      .join('\n'),
    withdrawalRunning: String(course.withdrawalRunning),
    waitlistLimit: String(course.waitlistLimit),
    offerHours: String(course.offerHours),
    opensAt: wall(course.opensAt),
    followsId: course.followsId ?? '',
    reEnrolUntil: wall(course.reEnrolUntil),
    minimumAge: number(course.minimumAge),
    maximumAge: number(course.maximumAge),
    minimumPeople: number(course.minimumPeople),
    decideAt: wall(course.decideAt),
    guestName: course.guestName,
    guestPercent: String(course.guestPercent),
    guestFixed: amount(course.guestFixedMinor),
    guestMinimum: amount(course.guestMinimumMinor),
    days: [],
  }
}

/** What an address or a refused form says; what is missing is `start`'s. */
export function courseValuesFrom(
  given: URLSearchParams | Record<string, unknown>,
  start: CourseValues,
): CourseValues {
  const search = given instanceof URLSearchParams
  const value = (name: string): unknown => (search ? given.get(name) : given[name])
  const sent = value('name') !== null && value('name') !== undefined
  const one = (name: CourseField) => {
    const text = value(name)
    if (typeof text === 'string') return text.slice(0, 3_000)
    return sent && (!search || ticks.includes(name)) ? '' : start[name]
  }
  const days = search ? given.getAll('days') : [given.days ?? []].flat()
  return {
    ...(Object.fromEntries(courseFieldNames.map((name) => [name, one(name)])) as Record<
      CourseField,
      string
    >),
    days: sent
      ? days.filter((day): day is Weekday => (weekdays as readonly unknown[]).includes(day))
      : start.days,
  }
}

/** The same for a preview: numbers and dates where they are some. */
export function courseDraft(
  values: CourseValues,
): CourseDates & { minutes: number; roomId: string; coachId: string } {
  const number = (text: string) => (/^\d{1,3}$/.test(text.trim()) ? Number(text) : null)
  const { from, time, days, list, roomId, coachId } = values
  const except = values.except.split(/[\s,;]+/).filter(isLocalDate)
  return {
    from,
    time,
    days,
    list,
    roomId,
    coachId,
    except,
    count: number(values.count),
    minutes: number(values.minutes) ?? 0,
  }
}
