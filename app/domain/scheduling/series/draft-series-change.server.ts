/** What a change of a series would write, worked out before anything is written. */
import type { Except, WantedPlace } from '#app/domain/calendar/in-the-way-sql.server.ts'
import { firstStartOf, readRule, ruleText } from '#app/domain/calendar/series-rule.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { addMinutes, type Instant } from '#app/values/instant.ts'
import { expand, parseRule } from '#app/values/recurrence.ts'
import { addDays, localDateTime } from '#app/values/zone.ts'
import { lookAheadDays } from './create-series.server.ts'
import type { ChangingClass } from './moved-people.server.ts'
import {
  type ClassUpdate,
  type Policies,
  planOneChange,
  planSeriesChange,
  type SeriesPlan,
} from './plan-series-change.ts'
import type { NextSeries } from './series-change-statements.server.ts'
import type { ChangeSeriesForm } from './series-fields.ts'
import type { ClassRow, SeriesRow } from './series-to-change.server.ts'

export type Draft = {
  plan: SeriesPlan
  next: NextSeries
  /** Starts that the new rule has and no class yet. */
  added: Instant[]
}

/** What the form asks for is nothing that can be written. */
export type DraftRefusal = { ok: false; reason: 'not_weekly' | 'no_days' | 'in_the_past' }

export function draftOne(
  ctx: StaffContext,
  series: SeriesRow,
  self: ClassRow,
  form: ChangeSeriesForm,
  read: { policy: readonly (Parameters<typeof planOneChange>[3] & { id: string })[] },
): Draft | DraftRefusal {
  const { date, time, minutes, roomId, coachId, capacity } = form
  const policy = read.policy[0]!
  const wanted = {
    localStart: `${date}T${time}`,
    minutes,
    roomId,
    coachId,
    capacity,
    policyId: policy.id,
  }
  const update = planOneChange(self, wanted, series.timeZone, policy)
  if (update.times && update.times.startsAt <= ctx.now) return { ok: false, reason: 'in_the_past' }
  return { plan: { updates: [update], dropped: [], kept: [], stays: [] }, next: null, added: [] }
}

export function draftMany(
  ctx: StaffContext,
  series: SeriesRow,
  classes: readonly ClassRow[],
  form: ChangeSeriesForm,
  policies: Policies,
): Draft | DraftRefusal {
  if (readRule(series.rrule, series.firstStart) === null || series.rrule === '')
    return { ok: false, reason: 'not_weekly' }
  if (form.days.length === 0) return { ok: false, reason: 'no_days' }
  // A class that was moved on its own keeps its date in the rule: it may be behind later ones, or
  // come out of the past.
  const keys = classes.map(({ recurrenceKey }) => recurrenceKey).sort()
  const since = keys[0]!.slice(0, 10)
  const wallNow = localDateTime(ctx.now, series.timeZone)
  const cut = (keys.find((key) => key > wallNow) ?? addDays(wallNow.slice(0, 10), 1)).slice(0, 10)
  const firstStart = firstStartOf({ from: cut, time: form.time, days: form.days })
  const rrule = ruleText({ days: form.days, until: form.until ?? null, count: null })
  if (!parseRule(rrule).ok || (form.until && form.until < firstStart.slice(0, 10)))
    return { ok: false, reason: 'no_days' }
  const { timeZone } = series
  // As far as classes are made, and further: a rule is looked at where it has none yet.
  const furthest = [series.expandedUntil, addDays(cut, lookAheadDays)].sort().at(-1)!
  const until = [furthest, addDays(since, 490)].sort()[0]!
  const starts = expand({
    firstStart: firstStartOf({ from: since, time: form.time, days: form.days }),
    timeZone,
    rrule,
    exceptDates: form.except ?? [],
    from: since,
    until,
  })
  const byDate = new Map(
    starts.map(({ recurrenceKey }) => [recurrenceKey.slice(0, 10), recurrenceKey]),
  )
  const there = new Set(classes.map(({ recurrenceKey }) => recurrenceKey.slice(0, 10)))
  // What the series is going to have as it is was settled when it was made.
  const stays =
    form.minutes === series.minutes &&
    form.roomId === series.roomId &&
    form.coachId === series.coachId
  const coming = new Set(
    stays
      ? expand({
          firstStart: series.firstStart,
          timeZone,
          rrule: series.rrule,
          exceptDates: series.exceptDates.split(',').filter(Boolean),
          from: [addDays(series.expandedUntil || since, 1), since].sort().at(-1)!,
          until,
        }).map(({ recurrenceKey }) => recurrenceKey)
      : [],
  )
  return {
    plan: planSeriesChange(series, classes, form, byDate, policies, ctx.now),
    next: { firstStart, rrule, cut },
    added: starts.flatMap(({ recurrenceKey, startsAt }) =>
      startsAt > ctx.now &&
      recurrenceKey >= cut &&
      !there.has(recurrenceKey.slice(0, 10)) &&
      !coming.has(recurrenceKey)
        ? [startsAt]
        : [],
    ),
  }
}

/**
 * The rooms and coaches that a change takes, and what of its own is not in its way; what stays as
 * it is was settled before.
 */
export function wantedPlaces(
  series: SeriesRow,
  classes: readonly ClassRow[],
  { plan, next, added }: Draft,
  { minutes, roomId, coachId }: ChangeSeriesForm,
): { wanted: WantedPlace[]; except: Except } {
  const was = new Map(classes.map((one) => [one.id, one]))
  const wanted = plan.updates.flatMap(({ id, times, tells, ...where }) => {
    const before = was.get(id)
    const { startsAt, endsAt } = times ?? before ?? {}
    if (!tells || !startsAt || !endsAt) return []
    const staysThere =
      before?.roomId === where.roomId && before.startsAt === startsAt && before.endsAt === endsAt
    const roomId = staysThere ? null : where.roomId
    return [{ startsAt, endsAt, roomId, coachId: where.coachId, occurrenceId: id }]
  })
  const fresh = added.map((startsAt) => ({
    startsAt,
    endsAt: addMinutes(startsAt, minutes),
    roomId,
    coachId,
    needs: { classTypeId: series.classTypeId, people: 0 },
  }))
  const ids = [...plan.updates, ...plan.dropped].map(({ id }) => id)
  return {
    wanted: [...wanted, ...fresh],
    // Its own coming classes follow the new rule, or go with the old one.
    except: { ids, openDays: true, ...(next ? { comingOf: [series.id] } : {}) },
  }
}

/** The classes whose people are notified, with their new times where those change. */
export function changingOf(
  updates: readonly ClassUpdate[],
  classes: readonly { id: string; startsAt: string; endsAt: string }[],
): ChangingClass[] {
  return updates.flatMap(({ id, tells, times }) => {
    if (!tells) return []
    const was = classes.find((one) => one.id === id)
    const stays = times?.startsAt === was?.startsAt && times?.endsAt === was?.endsAt
    if (!times || stays) return [{ id }]
    return [{ id, startsAt: times.startsAt, endsAt: times.endsAt, cutoffAt: times.cutoffAt }]
  })
}
