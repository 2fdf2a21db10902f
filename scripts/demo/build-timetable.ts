/** Weekly series and the classes they make, four weeks on both sides of today. */

import { type OccurrenceTimes, occurrenceTimes } from '#app/domain/calendar/occurrence-times.ts'
import { expand } from '#app/values/recurrence.ts'
import { compareTexts } from '#app/values/text-order.ts'
import { addDays, isoWeekday, type LocalDate, mondayOf } from '#app/values/zone.ts'
import { type ClassType, openedAt, type Setting } from './build-setting.ts'
import type { Row } from './insert-rows.ts'
import type { Chance } from './random.ts'
import { type StudioPlan, weekdays } from './studio-plan.ts'

export type Occurrence = OccurrenceTimes & {
  id: string
  seriesId: string
  recurrenceKey: string
  type: ClassType
  coachId: string
  substitutedCoachId: string | null
  state: 'scheduled' | 'reconciled'
}

export type Timetable = {
  occurrences: Occurrence[]
  series: Row[]
  from: LocalDate
  until: LocalDate
}

/**
 * The weeks that are filled: from the Monday of four weeks ago to the Sunday of the week four weeks
 * on.
 */
function weeksAround(today: LocalDate): { from: LocalDate; until: LocalDate } {
  return { from: mondayOf(addDays(today, -28)), until: addDays(mondayOf(addDays(today, 28)), 6) }
}

/** `coachOf` finds a coach's person id by first name. */
export function buildTimetable(
  plan: StudioPlan,
  setting: Setting,
  today: LocalDate,
  coachOf: (firstName: string) => string,
  chance: Chance,
): Timetable {
  const { from, until } = weeksAround(today)
  const { timeZone } = plan.studio
  const series: Row[] = []
  const occurrences: Occurrence[] = []
  for (const [day, time, typeName, coach] of plan.week) {
    const type = setting.classTypes.get(typeName)
    if (!type) throw new Error(`No class type ${typeName}`)
    const row = {
      id: chance.id(),
      studio_id: setting.studioId,
      class_type_id: type.id,
      room_id: type.roomId,
      coach_id: coachOf(coach),
      policy_id: type.rules.id,
      first_start: `${addDays(from, weekdays.indexOf(day) + 1 - isoWeekday(from))}T${time}`,
      time_zone: timeZone,
      rrule: `FREQ=WEEKLY;BYDAY=${day}`,
      minutes: type.minutes,
      capacity: type.places,
      expanded_until: until,
      created_at: openedAt,
    }
    series.push(row)
    for (const start of expand({
      firstStart: row.first_start,
      timeZone,
      rrule: row.rrule,
      from,
      until,
    })) {
      occurrences.push({
        id: chance.id(),
        seriesId: row.id,
        recurrenceKey: start.recurrenceKey,
        type,
        coachId: row.coach_id,
        substitutedCoachId: null,
        state: 'scheduled',
        ...occurrenceTimes({
          localStart: start.localStart,
          minutes: type.minutes,
          timeZone,
          policy: type.rules,
        }),
      })
    }
  }
  occurrences.sort((a, b) => compareTexts(a.startsAt, b.startsAt))
  return { occurrences, series, from, until }
}

export function occurrenceRow(occurrence: Occurrence, studioId: string, timeZone: string): Row {
  const { type } = occurrence
  return {
    id: occurrence.id,
    studio_id: studioId,
    series_id: occurrence.seriesId,
    recurrence_key: occurrence.recurrenceKey,
    class_type_id: type.id,
    room_id: type.roomId,
    coach_id: occurrence.coachId,
    substituted_coach_id: occurrence.substitutedCoachId,
    policy_id: type.rules.id,
    starts_at: occurrence.startsAt,
    ends_at: occurrence.endsAt,
    time_zone: timeZone,
    local_start: occurrence.localStart,
    capacity: type.places,
    cutoff_at: occurrence.cutoffAt,
    opens_at: occurrence.opensAt,
    closes_at: occurrence.closesAt,
    waitlist_closes_at: occurrence.waitlistClosesAt,
    waitlist_limit: type.rules.waitlistLimit,
    state: occurrence.state,
    cancel_reason: '',
    sequence: 0,
  }
}
