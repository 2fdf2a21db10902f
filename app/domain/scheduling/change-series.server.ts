import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { bookedCountSql, liveSql } from '#app/domain/bookings/booking-sql.server.ts'
import { promoteWaitlist } from '#app/domain/bookings/promote-waitlist.server.ts'
import { auditStatement, lineWrittenSql, rightAfterChange } from '#app/domain/operations/audit.server.ts'
import type { StaffContext } from '#app/domain/studios/staff-context.ts'
import { newId } from '#app/values/id.ts'
import { expand, parseRule } from '#app/values/recurrence.ts'
import { addDays, type LocalDate, type LocalDateTime, localDate } from '#app/values/zone.ts'
import { aheadDays, expandSeriesById } from './expand-series.server.ts'
import { type ClassUpdate, planOneChange, planSeriesChange, type SeriesPlan } from './plan-series-change.ts'
import type { ChangeSeriesForm } from './series-fields.ts'
import { firstStartOf, readRule, ruleText, ruleUntil } from './series-rule.ts'
import {
  type ClassRow,
  lastChangeStatement,
  type SeriesRow,
  seriesToChangeStatements,
} from './series-to-change.server.ts'
import { type Became, concernedStatement, tellChangedStatements } from './tell-changed.server.ts'

export type ChangeSeriesResult =
  | { ok: true; changed: number; told: number; kept: LocalDateTime[] }
  | { ok: false; reason: 'not_found' | 'over' | 'not_weekly' | 'no_days' | 'in_the_past' }
  | { ok: false; reason: 'below_booked'; facts: { booked: number; localStart: LocalDateTime } }
  | { ok: false; reason: 'over_room'; facts: { room: number } }
  | { ok: false; reason: 'changed_meanwhile'; facts: { by: string; at: string } }

/**
 * Changes one class, this and all later ones, or all that are still to come, without losing a booking (R6). Classes on
 * dates that the rule still has are changed in place; "this and later" splits the series there; a date that falls out
 * of the rule goes if nobody holds a place, and is answered in `kept` if somebody does: it must be cancelled by hand.
 * Whoever is in a class whose time, room or coach changes is told once. Everything hangs on the series' version: of two
 * editors the second changes nothing and learns who was first. Refuses fewer places than people booked anywhere in it.
 */
export async function changeSeries(
  ctx: StaffContext,
  occurrenceId: string,
  form: ChangeSeriesForm,
): Promise<ChangeSeriesResult> {
  const read = await batch(ctx.db, seriesToChangeStatements(ctx, occurrenceId, form.policyId))
  const [series, policy] = [read.series[0], read.policy[0]]
  if (!series || !policy) return { ok: false, reason: 'not_found' }
  const self = read.classes.find(({ id }) => id === occurrenceId)
  if (self?.state !== 'scheduled') return { ok: false, reason: 'over' }
  const scope = form.scope === 'later' && read.earlier[0]?.n === 0 ? 'all' : form.scope
  const draft =
    scope === 'one'
      ? draftOne(ctx, series, self, form, read)
      : draftMany(
          ctx,
          series,
          scope === 'all' ? read.classes : read.classes.filter((c) => c.recurrenceKey >= self.recurrenceKey),
          form,
          policy,
        )
  if ('reason' in draft) return draft
  return write(
    ctx,
    series,
    { ...draft, split: scope === 'later' },
    form,
    new Map(read.names.map(({ id, name }) => [id, name])),
  )
}

/** What will be written; `next` is the series as it goes on, null where only single classes change. */
type Draft = {
  plan: SeriesPlan
  next: { firstStart: LocalDateTime; rrule: string; cut: LocalDate } | null
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
  return { plan: { updates: [update], dropped: [], kept: [] }, next: null }
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
  const cut = classes[0]!.recurrenceKey.slice(0, 10)
  const firstStart = firstStartOf({ from: cut, time: form.time, days: form.days })
  const rrule = ruleText({ days: form.days, until: form.until ?? null, count: null })
  if (!parseRule(rrule).ok || (form.until && form.until < firstStart.slice(0, 10)))
    return { ok: false, reason: 'no_days' }
  const horizon = [series.expandedUntil, addDays(localDate(ctx.now, series.timeZone), aheadDays), cut].sort().at(-1)!
  const starts = expand({
    firstStart,
    timeZone: series.timeZone,
    rrule,
    exceptDates: form.except ?? [],
    from: cut,
    until: [horizon, addDays(cut, 490)].sort()[0]!,
  })
  const byDate = new Map(starts.map(({ recurrenceKey }) => [recurrenceKey.slice(0, 10), recurrenceKey]))
  return { plan: planSeriesChange(series, classes, form, byDate, policy), next: { firstStart, rrule, cut } }
}

async function write(
  ctx: StaffContext,
  series: SeriesRow,
  { plan, next, split }: Draft & { split: boolean },
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
  const became = new Map(telling.map((update): [string, Became] => [update.id, becameOf(update, concerned, names)]))
  const dropped = JSON.stringify(plan.dropped.map(({ id }) => id))
  const own = sql`studio_id = ${studio.id} AND id IN (SELECT value FROM json_each(${dropped})) AND ${done}`
  const held = (condition: SQL) => sql`EXISTS (SELECT 1 FROM bookings AS b
    WHERE b.studio_id = occurrences.studio_id AND b.occurrence_id = occurrences.id AND ${condition})`
  const result = await batch(db, {
    claim: claimStatement(ctx, series, plan.updates, { next, split }, form),
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
    updates: updatesStatement(ctx, plan.updates, target, done),
    gone: db.run(sql`DELETE FROM occurrences WHERE ${own} AND NOT ${held(sql`1`)}`),
    off: db.run(sql`
      UPDATE occurrences SET state = 'cancelled', cancel_reason = 'No longer on this day', cancelled_at = ${ctx.now}, sequence = sequence + 1
      WHERE ${own} AND state = 'scheduled' AND NOT ${held(liveSql('b'))}`),
    ...tellChangedStatements(ctx, concerned, became, changeId, done),
  })
  if (changed(result.claim) === 0) return refusalOf(ctx, series, plan.updates, form)
  if (next) await expandSeriesById(ctx, target)
  // More places may be free now than people wait.
  for (const { id } of plan.updates.slice(0, 20)) if (form.capacity > series.capacity) await promoteWaitlist(ctx, id)
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

/** Takes the version: what could refuse the whole change stands in its WHERE. */
function claimStatement(
  { db, studio }: StaffContext,
  series: SeriesRow,
  updates: readonly ClassUpdate[],
  { next, split }: Pick<Draft, 'next'> & { split: boolean },
  form: ChangeSeriesForm,
): Statement<D1Result> {
  const places = JSON.stringify(updates.map(({ id, capacity }) => ({ id, capacity })))
  const set = !next
    ? sql`version = version + 1`
    : split
      ? sql`version = version + 1, rrule = ${ruleUntil(series.rrule, next.cut)}`
      : sql`version = version + 1, first_start = ${next.firstStart}, rrule = ${next.rrule},
          except_dates = ${(form.except ?? []).join(',')}, minutes = ${form.minutes}, room_id = ${form.roomId},
          coach_id = ${form.coachId}, capacity = ${form.capacity}, policy_id = ${form.policyId},
          expanded_until = ${addDays(next.cut, -1)}`
  return db.run(sql`
    UPDATE series SET ${set}
    WHERE studio_id = ${studio.id} AND id = ${series.id} AND version = ${form.version} AND ended_at IS NULL
      AND EXISTS (SELECT 1 FROM rooms AS r WHERE r.studio_id = ${studio.id} AND r.id = ${form.roomId} AND r.capacity >= ${form.capacity})
      AND EXISTS (SELECT 1 FROM people AS h WHERE h.studio_id = ${studio.id} AND h.id = ${form.coachId} AND h.is_staff = 1)
      AND NOT EXISTS (
        SELECT 1 FROM json_each(${places}) AS j CROSS JOIN occurrences AS o ON o.studio_id = ${studio.id} AND o.id = j.value ->> 'id'
        WHERE ${bookedCountSql} > j.value ->> 'capacity')`)
}

/** The second half of a split series, with what the form says. */
function splitStatement(
  { db, studio, now }: StaffContext,
  series: SeriesRow,
  id: string,
  next: NonNullable<Draft['next']>,
  form: ChangeSeriesForm,
  done: SQL,
): Statement<D1Result> {
  return db.run(sql`
    INSERT INTO series (id, studio_id, class_type_id, room_id, coach_id, policy_id, first_start, time_zone, rrule,
      except_dates, minutes, capacity, expanded_until, created_at)
    SELECT ${id}, ${studio.id}, ${series.classTypeId}, ${form.roomId}, ${form.coachId}, ${form.policyId},
      ${next.firstStart}, ${series.timeZone}, ${next.rrule}, ${(form.except ?? []).join(',')}, ${form.minutes},
      ${form.capacity}, ${addDays(next.cut, -1)}, ${now}
    WHERE ${done}`)
}

function updatesStatement(
  { db, studio }: StaffContext,
  updates: readonly ClassUpdate[],
  seriesId: string,
  done: SQL,
): Statement<D1Result> {
  const rows = JSON.stringify(updates.map(({ times, ...update }) => ({ ...update, ...times })))
  const kept = (name: string, column: string) => sql.raw(`${column} = coalesce(j.value ->> '${name}', ${column})`)
  // A limit of credit or fee alone goes and comes with the limits as a whole.
  const ownLimit = (name: string, column: string) =>
    sql.raw(`${column} = iif(j.value ->> 'cutoffAt' IS NULL, ${column}, j.value ->> '${name}')`)
  return db.run(sql`
    UPDATE occurrences SET series_id = ${seriesId}, recurrence_key = j.value ->> 'recurrenceKey',
      ${kept('localStart', 'local_start')}, ${kept('startsAt', 'starts_at')}, ${kept('endsAt', 'ends_at')},
      ${kept('cutoffAt', 'cutoff_at')}, ${kept('opensAt', 'opens_at')}, ${kept('closesAt', 'closes_at')},
      ${ownLimit('creditCutoffAt', 'credit_cutoff_at')}, ${ownLimit('feeCutoffAt', 'fee_cutoff_at')},
      ${kept('waitlistClosesAt', 'waitlist_closes_at')}, room_id = j.value ->> 'roomId', coach_id = j.value ->> 'coachId',
      substituted_coach_id = j.value ->> 'substitutedCoachId', capacity = j.value ->> 'capacity',
      policy_id = j.value ->> 'policyId', sequence = sequence + (j.value ->> 'tells')
    FROM json_each(${rows}) AS j
    WHERE occurrences.studio_id = ${studio.id} AND occurrences.id = j.value ->> 'id' AND ${done}`)
}

async function refusalOf(
  ctx: StaffContext,
  series: SeriesRow,
  updates: readonly ClassUpdate[],
  form: ChangeSeriesForm,
): Promise<Refusal> {
  const { db, studio } = ctx
  const places = JSON.stringify(updates.map(({ id, capacity }) => ({ id, capacity })))
  const { now, last, over, room } = await batch(db, {
    now: db.all<{ version: number }>(
      sql`SELECT version FROM series WHERE studio_id = ${studio.id} AND id = ${series.id}`,
    ),
    last: lastChangeStatement(ctx, series.id),
    over: db.all<{ booked: number; localStart: string }>(sql`
      SELECT ${bookedCountSql} AS booked, o.local_start AS localStart
      FROM json_each(${places}) AS j CROSS JOIN occurrences AS o ON o.studio_id = ${studio.id} AND o.id = j.value ->> 'id'
      WHERE ${bookedCountSql} > j.value ->> 'capacity' ORDER BY booked DESC LIMIT 1`),
    room: db.all<{ capacity: number }>(
      sql`SELECT capacity FROM rooms WHERE studio_id = ${studio.id} AND id = ${form.roomId}`,
    ),
  })
  if (now[0]?.version !== form.version) {
    return { ok: false, reason: 'changed_meanwhile', facts: last[0] ?? { by: 'Somebody', at: ctx.now } }
  }
  if (over[0]) return { ok: false, reason: 'below_booked', facts: over[0] }
  if (room[0] && room[0].capacity < form.capacity)
    return { ok: false, reason: 'over_room', facts: { room: room[0].capacity } }
  return { ok: false, reason: 'not_found' }
}
