/**
 * The form of a series as it is in an address: for the preview without scripts, and to fill the
 * form again.
 */

import { type Weekday, weekdays } from '#app/domain/calendar/series-rule.ts'
import { isLocalDate } from '#app/values/zone.ts'

/** The choice of a class without a policy of its own. */
export const asSeries = 'series'

export type SeriesValues = Record<
  | 'classTypeId'
  | 'time'
  | 'minutes'
  | 'from'
  | 'until'
  | 'count'
  | 'except'
  | 'roomId'
  | 'coachId'
  | 'capacity'
  | 'policyId'
  | 'ownPolicyId',
  string
> & { days: Weekday[] }

/** A series in plain words, as the server makes them. */
export type SeriesPreview = {
  words: string
  /** How many there are, where the rule ends within the view. */
  total: number | null
  /** The next dates, as `Thu 15 Oct`. */
  next: string[]
  /** Dates left out. */
  off: string[]
  /** Where the room or the coach is taken, a sentence each. */
  clashes: string[]
}

/** What the address or a posted form says; what is missing is `start`'s. */
export function seriesValues(given: URLSearchParams | FormData, start: SeriesValues): SeriesValues {
  const text = (name: keyof SeriesValues) => {
    const value = given.get(name)
    return typeof value === 'string' ? value.slice(0, 700) : String(start[name])
  }
  const days = given
    .getAll('days')
    .filter((day): day is Weekday => (weekdays as readonly unknown[]).includes(day))
  return {
    classTypeId: text('classTypeId'),
    time: text('time'),
    minutes: text('minutes'),
    from: text('from'),
    until: text('until'),
    count: text('count'),
    except: text('except'),
    roomId: text('roomId'),
    coachId: text('coachId'),
    capacity: text('capacity'),
    policyId: text('policyId'),
    ownPolicyId: text('ownPolicyId'),
    days: given.has('time') ? days : start.days,
  }
}

/** The same for a preview: numbers and dates where they are some. */
export function draftOf(values: SeriesValues) {
  const number = (text: string) => (/^\d{1,3}$/.test(text.trim()) ? Number(text) : null)
  return {
    from: values.from,
    time: values.time,
    minutes: number(values.minutes) ?? 0,
    days: values.days,
    until: isLocalDate(values.until) ? values.until : null,
    count: values.until ? null : number(values.count),
    except: values.except
      .split(/[\s,;]+/)
      .filter(isLocalDate)
      .slice(0, 60),
    roomId: values.roomId,
    coachId: values.coachId,
    classTypeId: values.classTypeId,
  }
}
