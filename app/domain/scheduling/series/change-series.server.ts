import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { bookedCountSql, liveSql } from '#app/domain/bookings/booking-sql.server.ts'
import { moveStandingPlacesStatements } from '#app/domain/bookings/standing-place-statements.server.ts'
import { promoteWaitlist } from '#app/domain/bookings/waitlist/promote-waitlist.server.ts'
import { openDaySql } from '#app/domain/calendar/closed-days.server.ts'
import { firstStartOf, readRule, ruleText } from '#app/domain/calendar/series-rule.ts'
import {
  type ClassRow,
  lastChangeStatement,
  type SeriesRow,
  seriesToChangeStatements,
} from '#app/domain/scheduling/series-to-change.server.ts'
import { takenStatement, takenWords } from '#app/domain/scheduling/taken.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import { addMinutes, type Instant } from '#app/values/instant.ts'
import { expand, parseRule } from '#app/values/recurrence.ts'
import { addDays, type LocalDateTime, localDate, localDateTime } from '#app/values/zone.ts'
import { aheadDays, expandSeriesById } from './expand-series.server.ts'
import { type Became, concernedStatement, tellChangedStatements } from './notify-changed.server.ts'
import {
  type ClassUpdate,
  planOneChange,
  planSeriesChange,
  type SeriesPlan,
} from './plan-series-change.ts'
import {
  claimStatement,
  type NextSeries,
  splitStatement,
  updatesStatements,
} from './series-change-statements.server.ts'
import type { ChangeSeriesForm } from './series-fields.ts'

export type ChangeSeriesResult =
  | { ok: true; changed: number; told: number; kept: LocalDateTime[] }
  | {
      ok: false
      reason: 'not_found' | 'over' | 'not_weekly' | 'no_days' | 'in_the_past' | 'closed_then'
    }
  | { ok: false; reason: 'below_booked'; facts: { booked: number; localStart: LocalDateTime } }
  | { ok: false; reason: 'over_room'; facts: { room: number } }
  | { ok: false; reason: 'taken'; facts: { taken: string[] } }
  | { ok: false; reason: 'changed_meanwhile'; facts: { by: string; at: string } }

/**
 * Changes one class, this and all later ones, or all that are still to come, without losing a booking (R6). Classes on
 * dates that the rule still has are changed in place; "this and later" splits the series there; a date that falls out
 * of the rule goes if nobody holds a place, and is answered in `kept` if somebody does: it must be cancelled by hand.
 * Whoever is in a class whose time, room or coach changes is told once. Everything hangs on the series' version: of two
 * editors the second changes nothing and learns who was first. Refuses fewer places than people booked anywhere in it,
 * a day on which the room is closed, and, unless the form says that it is meant (`anyway`), a room or a coach that another
 * class has at the time. `planned` is what a published draft adds: its condition, and what it writes in the same batch.
 */
export async function changeSeries(
  ctx: StaffContext,
  occurrenceId: string,
  form: ChangeSeriesForm,
  planned: PlannedWrite = { onlyIf: sql`1`, also: () => ({}) },
): Promise<ChangeSeriesResult> {
  const read = await batch(ctx.db, seriesToChangeStatements(ctx, occurrenceId, form.policyId))
  const [series, policy] = [read.series[0], read.policy[0]]
  if (!series || !policy) return { ok: false, reason: 'not_found' }
  const self = read.classes.find(({ id }) => id === occurrenceId)
  if (self?.state !== 'scheduled' && self?.state !== 'draft') return { ok: false, reason: 'over' }
  const scope = form.scope === 'later' && read.earlier[0]?.n === 0 ? 'all' : form.scope
  const draft =
    scope === 'one'
      ? draftOne(ctx, series, self, form, read)
      : draftMany(
          ctx,
          series,
          scope === 'all'
            ? read.classes
            : read.classes.filter((c) => c.recurrenceKey >= self.recurrenceKey),
          form,
          policy,
        )
  if ('reason' in draft) return draft
  if (!form.anyway && series.version === form.version) {
    const taken = await placesTaken(ctx, read.classes, draft, form)
    if (taken.length > 0) return { ok: false, reason: 'taken', facts: { taken } }
  }
  return write(
    ctx,
    series,
    { ...draft, split: scope === 'later', planned },
    form,
    new Map(read.names.map(({ id, name }) => [id, name])),
  )
}

/** What hangs on a change that was planned before: `also` writes where `done` holds. */
export type PlannedWrite = { onlyIf: SQL; also: (done: SQL) => Record<string, Statement> }

/** What will be written. */
type Draft = {
  plan: SeriesPlan
  next: NextSeries
  /** Starts that the new rule has and no class yet. */
  added: Instant[]
}
type Refusal = Extract<ChangeSeriesResult, { ok: false }>

function draftOne(
  ctx: StaffContext,
  series: SeriesRow,
  self: ClassRow,
  form: ChangeSeriesForm,
  read: { policy: readonly Parameters<typeof planOneChange>[3][] },
): Draft | Refusal {
  const { date, time, minutes, roomId, coachId, capacity } = form
  const wanted = { localStart: `${date}T${time}`, minutes, roomId, coachId, capacity }
  const update = planOneChange(self, wanted, series.timeZone, read.policy[0]!)
  if (update.times && update.times.startsAt <= ctx.now) return { ok: false, reason: 'in_the_past' }
  return { plan: { updates: [update], dropped: [], kept: [] }, next: null, added: [] }
}

function draftMany(
  ctx: StaffContext,
  series: SeriesRow,
  classes: readonly ClassRow[],
  form: ChangeSeriesForm,
  policy: Parameters<typeof planSeriesChange>[4],
): Draft | Refusal {
  if (readRule(series.rrule, series.firstStart) === null || series.rrule === '')
    return { ok: false, reason: 'not_weekly' }
  if (form.days.length === 0) return { ok: false, reason: 'no_days' }
  // A class that was moved by itself keeps its date in the rule: it may stand behind later ones, or come out of the past.
  const keys = classes.map(({ recurrenceKey }) => recurrenceKey).sort()
  const since = keys[0]!.slice(0, 10)
  const wallNow = localDateTime(ctx.now, series.timeZone)
  const cut = (keys.find((key) => key > wallNow) ?? addDays(wallNow.slice(0, 10), 1)).slice(0, 10)
  const firstStart = firstStartOf({ from: cut, time: form.time, days: form.days })
  const rrule = ruleText({ days: form.days, until: form.until ?? null, count: null })
  if (!parseRule(rrule).ok || (form.until && form.until < firstStart.slice(0, 10)))
    return { ok: false, reason: 'no_days' }
  const horizon = [
    series.expandedUntil,
    addDays(localDate(ctx.now, series.timeZone), aheadDays),
    cut,
  ]
    .sort()
    .at(-1)!
  const starts = expand({
    firstStart: firstStartOf({ from: since, time: form.time, days: form.days }),
    timeZone: series.timeZone,
    rrule,
    exceptDates: form.except ?? [],
    from: since,
    until: [horizon, addDays(since, 490)].sort()[0]!,
  })
  const byDate = new Map(
    starts.map(({ recurrenceKey }) => [recurrenceKey.slice(0, 10), recurrenceKey]),
  )
  const there = new Set(classes.map(({ recurrenceKey }) => recurrenceKey.slice(0, 10)))
  return {
    plan: planSeriesChange(series, classes, form, byDate, policy),
    next: { firstStart, rrule, cut },
    added: starts.flatMap(({ recurrenceKey, startsAt }) =>
      startsAt > ctx.now && recurrenceKey >= cut && !there.has(recurrenceKey.slice(0, 10))
        ? [startsAt]
        : [],
    ),
  }
}

/** Where what changes would meet another class in its room or with its coach; what stays as it is was settled before. */
async function placesTaken(
  ctx: StaffContext,
  classes: readonly ClassRow[],
  { plan, added }: Draft,
  { minutes, roomId, coachId }: ChangeSeriesForm,
): Promise<string[]> {
  const was = new Map(classes.map((one) => [one.id, one]))
  const wanted = plan.updates.flatMap(({ id, times, tells, ...where }) => {
    const { startsAt, endsAt } = times ?? was.get(id) ?? {}
    return tells && startsAt && endsAt
      ? [{ startsAt, endsAt, roomId: where.roomId, coachId: where.coachId }]
      : []
  })
  const fresh = added.map((startsAt) => ({
    startsAt,
    endsAt: addMinutes(startsAt, minutes),
    roomId,
    coachId,
  }))
  const ids = [...plan.updates, ...plan.dropped].map(({ id }) => id)
  const { taken } = await batch(ctx.db, {
    taken: takenStatement(ctx, [...wanted, ...fresh].slice(0, 200), { ids }),
  })
  return takenWords(taken, ctx)
}

async function write(
  ctx: StaffContext,
  series: SeriesRow,
  { plan, next, split, planned }: Draft & { split: boolean; planned: PlannedWrite },
  form: ChangeSeriesForm,
  names: ReadonlyMap<string, string>,
): Promise<ChangeSeriesResult> {
  const { db, studio } = ctx
  const changeId = newId()
  const done = lineWrittenSql(changeId)
  const target = next && split ? newId() : series.id
  const telling = plan.updates.filter(({ tells }) => tells)
  const { concerned } = await batch(db, {
    concerned: concernedStatement(
      ctx,
      telling.map(({ id }) => id),
    ),
  })
  const became = new Map(
    telling.map((update): [string, Became] => [update.id, becameOf(update, concerned, names)]),
  )
  const dropped = JSON.stringify(plan.dropped.map(({ id }) => id))
  const own = sql`studio_id = ${studio.id} AND id IN (SELECT value FROM json_each(${dropped})) AND ${done}`
  const openDays = openDaysSql(ctx, plan.updates)
  const held = (condition: SQL) => sql`EXISTS (SELECT 1 FROM bookings AS b
    WHERE b.studio_id = occurrences.studio_id AND b.occurrence_id = occurrences.id AND ${condition})`
  const result = await batch(db, {
    claim: claimStatement(
      ctx,
      series,
      plan.updates,
      { next, split, onlyIf: sql`${planned.onlyIf} AND ${openDays}` },
      form,
    ),
    audit: auditStatement(
      ctx,
      {
        id: changeId,
        action: 'series.changed',
        subjectKind: 'series',
        subjectId: series.id,
        detail: {
          scope: form.scope,
          time: form.time,
          days: form.days,
          until: form.until ?? null,
          roomId: form.roomId,
          coachId: form.coachId,
          capacity: form.capacity,
          ...(target === series.id ? {} : { goesOnAs: target }),
        },
      },
      rightAfterChange,
    ),
    began: next && split ? splitStatement(ctx, series, target, next, form, done) : null,
    ...updatesStatements(ctx, plan.updates, target, done),
    ...(next && split
      ? moveStandingPlacesStatements(
          ctx,
          { from: series.id, to: target, cut: next.cut },
          changeId,
          done,
        )
      : {}),
    gone: db.run(sql`DELETE FROM occurrences WHERE ${own} AND NOT ${held(sql`1`)}`),
    off: db.run(sql`
      UPDATE occurrences SET state = 'cancelled', cancel_reason = 'No longer on this day', cancelled_at = ${ctx.now}, sequence = sequence + 1
      WHERE ${own} AND state = 'scheduled' AND NOT ${held(liveSql('b'))}`),
    ...tellChangedStatements(ctx, concerned, became, changeId, done),
    ...planned.also(done),
  })
  if (changed(result.claim) === 0) return refusalOf(ctx, series, plan.updates, form)
  if (next) await expandSeriesById(ctx, target)
  // More places may be free now than people wait.
  for (const { id } of plan.updates.slice(0, 20))
    if (form.capacity > series.capacity) await promoteWaitlist(ctx, id)
  return {
    ok: true,
    changed: plan.updates.length,
    told: new Set(concerned.map(({ personId }) => personId)).size,
    kept: plan.kept.map(({ localStart }) => localStart),
  }
}

function becameOf(
  update: ClassUpdate,
  concerned: readonly { occurrenceId: string; was: string }[],
  names: ReadonlyMap<string, string>,
): Became {
  const was = concerned.find(({ occurrenceId }) => occurrenceId === update.id)?.was ?? ''
  return {
    localStart: update.times?.localStart ?? was,
    coachName: names.get(update.coachId) ?? '',
    roomName: names.get(update.roomId) ?? '',
  }
}

/** No class that takes place moves to a day, or into a room, that is closed where its own day and room are open. */
function openDaysSql(ctx: StaffContext, updates: readonly ClassUpdate[]): SQL {
  const moved = updates.map(({ id, roomId, times }) => ({
    id,
    roomId,
    date: times?.localStart.slice(0, 10),
  }))
  const was = sql`substr(mo.local_start, 1, 10)`
  const date = sql`coalesce(m.value ->> 'date', ${was})`
  return sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(moved)}) AS m
    JOIN occurrences AS mo ON mo.studio_id = ${ctx.studio.id} AND mo.id = m.value ->> 'id'
    WHERE mo.state IN ('scheduled','draft') AND NOT ${openDaySql(ctx, sql`m.value ->> 'roomId'`, date)}
      AND (${was} <> ${date} OR ${openDaySql(ctx, sql`mo.room_id`, was)}))`
}

async function refusalOf(
  ctx: StaffContext,
  series: SeriesRow,
  updates: readonly ClassUpdate[],
  form: ChangeSeriesForm,
): Promise<Refusal> {
  const { db, studio } = ctx
  const places = JSON.stringify(updates.map(({ id, capacity }) => ({ id, capacity })))
  const { now, last, over, room, open } = await batch(db, {
    now: db.all<{ version: number }>(
      sql`SELECT version FROM series WHERE studio_id = ${studio.id} AND id = ${series.id}`,
    ),
    last: lastChangeStatement(ctx, series.id),
    over: db.all<{ booked: number; localStart: string }>(sql`
      SELECT ${bookedCountSql} AS booked, o.local_start AS localStart
      FROM json_each(${places}) AS j CROSS JOIN occurrences AS o ON o.studio_id = ${studio.id} AND o.id = j.value ->> 'id'
      WHERE ${bookedCountSql} > j.value ->> 'capacity' ORDER BY booked DESC LIMIT 1`),
    open: db.all<{ open: number }>(sql`SELECT ${openDaysSql(ctx, updates)} AS open`),
    room: db.all<{ capacity: number }>(
      sql`SELECT capacity FROM rooms WHERE studio_id = ${studio.id} AND id = ${form.roomId}`,
    ),
  })
  if (now[0]?.version !== form.version) {
    return {
      ok: false,
      reason: 'changed_meanwhile',
      facts: last[0] ?? { by: 'Somebody', at: ctx.now },
    }
  }
  if (open[0]?.open === 0) return { ok: false, reason: 'closed_then' }
  if (over[0]) return { ok: false, reason: 'below_booked', facts: over[0] }
  if (room[0] && room[0].capacity < form.capacity)
    return { ok: false, reason: 'over_room', facts: { room: room[0].capacity } }
  return { ok: false, reason: 'not_found' }
}
