/** The writes of a change of a series, for one batch; `done` holds once the version is taken. */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { keepLimitsStatement } from '#app/domain/bookings/booking/keep-limits.server.ts'
import { openDaySql } from '#app/domain/calendar/closed-days.server.ts'
import { ruleUntil } from '#app/domain/calendar/series-rule.ts'
import { bookedCountSql } from '#app/domain/places/booking-sql.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { addDays, type LocalDate, type LocalDateTime } from '#app/values/zone.ts'
import type { ClassUpdate } from './plan-series-change.ts'
import type { ChangeSeriesForm } from './series-fields.ts'
import type { SeriesRow } from './series-to-change.server.ts'

/** The series as it goes on; null where only single classes change. */
export type NextSeries = { firstStart: LocalDateTime; rrule: string; cut: LocalDate } | null

/** Takes the version: what could refuse the whole change is in its WHERE. */
export function claimStatement(
  { db, studio }: StaffContext,
  series: SeriesRow,
  updates: readonly ClassUpdate[],
  { next, split, onlyIf }: { next: NextSeries; split: boolean; onlyIf: SQL },
  form: ChangeSeriesForm,
): Statement<D1Result> {
  const places = JSON.stringify(updates.map(({ id, capacity }) => ({ id, capacity })))
  const ofNext =
    next &&
    (split
      ? sql`version = version + 1, rrule = ${ruleUntil(series.rrule, next.cut)}`
      : sql`version = version + 1, first_start = ${next.firstStart}, rrule = ${next.rrule},
          except_dates = ${(form.except ?? []).join(',')}, minutes = ${form.minutes},
          room_id = ${form.roomId}, coach_id = ${form.coachId}, capacity = ${form.capacity},
          policy_id = ${form.policyId}, expanded_until = ${addDays(next.cut, -1)}`)
  const set = ofNext ?? sql`version = version + 1`
  return db.run(sql`
    UPDATE series SET ${set}
    WHERE studio_id = ${studio.id} AND id = ${series.id} AND version = ${form.version}
      AND ended_at IS NULL AND ${onlyIf}
      AND EXISTS (SELECT 1 FROM rooms AS room
        WHERE room.studio_id = ${studio.id} AND room.id = ${form.roomId}
          AND room.capacity >= ${form.capacity})
      AND EXISTS (SELECT 1 FROM people AS person
        WHERE person.studio_id = ${studio.id} AND person.id = ${form.coachId}
          AND person.is_staff = 1)
      AND NOT EXISTS (
        SELECT 1 FROM json_each(${places}) AS input
        CROSS JOIN occurrences AS o ON o.studio_id = ${studio.id} AND o.id = input.value ->> 'id'
        WHERE ${bookedCountSql} > input.value ->> 'capacity')`)
}

/**
 * The second half of a split series, with what the form says. It goes on counting versions where
 * the first half was: a page that was opened before the split is stale for either of them.
 */
export function splitStatement(
  { db, studio, now }: StaffContext,
  series: SeriesRow,
  id: string,
  next: NonNullable<NextSeries>,
  form: ChangeSeriesForm,
  done: SQL,
): Statement<D1Result> {
  return db.run(sql`
    INSERT INTO series (id, studio_id, class_type_id, room_id, coach_id, policy_id, first_start,
      time_zone, rrule, except_dates, minutes, capacity, expanded_until, version, is_draft,
      online_url, created_at)
    SELECT ${id}, ${studio.id}, ${series.classTypeId}, ${form.roomId}, ${form.coachId},
      ${form.policyId}, ${next.firstStart}, ${series.timeZone}, ${next.rrule},
      ${(form.except ?? []).join(',')}, ${form.minutes}, ${form.capacity}, ${addDays(next.cut, -1)},
      ${form.version + 1},
      (SELECT series.is_draft FROM series
        WHERE series.studio_id = ${studio.id} AND series.id = ${series.id}),
      (SELECT series.online_url FROM series
        WHERE series.studio_id = ${studio.id} AND series.id = ${series.id}), ${now}
    WHERE ${done}`)
}

/**
 * Sets each class as it shall be; what is null in an update stays. Anyone with a place in a class
 * that takes another policy keeps the limits it was made under, which move with the class. The
 * length of its waitlist is the new policy's, but for one that was set for the class alone.
 */
export function updatesStatements(
  ctx: StaffContext,
  updates: readonly ClassUpdate[],
  seriesId: string,
  done: SQL,
): { limits: Statement<D1Result>; updates: Statement<D1Result> } {
  const { db, studio } = ctx
  const rows = JSON.stringify(updates.map(({ times, ...update }) => ({ ...update, ...times })))
  const kept = (name: string, column: string) =>
    sql.raw(`${column} = coalesce(input.value ->> '${name}', ${column})`)
  // A limit of credit or fee alone goes and comes with the limits as a whole.
  const ownLimit = (name: string, column: string) =>
    sql.raw(`${column} = iif(input.value ->> 'cutoffAt' IS NULL, ${column},
      input.value ->> '${name}')`)
  const limits = keepLimitsStatement(
    ctx,
    rows,
    sql`o.policy_id <> input.value ->> 'policyId' AND ${done}`,
  )
  // Who keeps as many as the type does so with other places, too.
  const keptOfType = sql`(SELECT kept.walk_ins FROM class_types AS kept
    WHERE kept.id = occurrences.class_type_id)`
  const set = db.run(sql`
    UPDATE occurrences SET series_id = ${seriesId},
      recurrence_key = input.value ->> 'recurrenceKey', ${kept('localStart', 'local_start')},
      ${kept('startsAt', 'starts_at')}, ${kept('endsAt', 'ends_at')},
      ${kept('cutoffAt', 'cutoff_at')}, ${kept('opensAt', 'opens_at')},
      ${kept('closesAt', 'closes_at')}, ${ownLimit('creditCutoffAt', 'credit_cutoff_at')},
      ${ownLimit('feeCutoffAt', 'fee_cutoff_at')},
      ${kept('waitlistClosesAt', 'waitlist_closes_at')}, room_id = input.value ->> 'roomId',
      coach_id = input.value ->> 'coachId',
      substituted_coach_id = input.value ->> 'substitutedCoachId',
      waitlist_limit = iif(policy_id <> input.value ->> 'policyId' AND waitlist_limit = (
          SELECT was.waitlist_limit FROM policies AS was WHERE was.id = occurrences.policy_id),
        (SELECT will.waitlist_limit FROM policies AS will
          WHERE will.id = input.value ->> 'policyId'), waitlist_limit),
      capacity = input.value ->> 'capacity',
      walk_ins = min((input.value ->> 'capacity') - 1, iif(
        kind = 'class' AND walk_ins = min(capacity - 1, ${keptOfType}), ${keptOfType}, walk_ins)),
      policy_id = input.value ->> 'policyId',
      sequence = sequence + (input.value ->> 'tells')
    FROM json_each(${rows}) AS input
    WHERE occurrences.studio_id = ${studio.id} AND occurrences.id = input.value ->> 'id'
      AND ${done}`)
  return { limits, updates: set }
}

/**
 * No class that takes place moves to a day, or into a room, that is closed where its own day and
 * room are open.
 */
export function openDaysSql(ctx: StaffContext, updates: readonly ClassUpdate[]): SQL {
  const moved = updates.map(({ id, roomId, times }) => ({
    id,
    roomId,
    date: times?.localStart.slice(0, 10),
  }))
  const was = sql`substr(occurrence.local_start, 1, 10)`
  const date = sql`coalesce(input.value ->> 'date', ${was})`
  return sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(moved)}) AS input
    JOIN occurrences AS occurrence ON occurrence.studio_id = ${ctx.studio.id}
      AND occurrence.id = input.value ->> 'id'
    WHERE occurrence.state IN ('scheduled','draft')
      AND NOT ${openDaySql(ctx, sql`input.value ->> 'roomId'`, date)}
      AND (${was} <> ${date} OR ${openDaySql(ctx, sql`occurrence.room_id`, was)}))`
}
