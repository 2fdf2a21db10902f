import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { freeAfterMoveStatement } from '#app/domain/bookings/booking/keep-limits.server.ts'
import { moveStandingPlacesStatements } from '#app/domain/bookings/standing-places/standing-place-statements.server.ts'
import { promoteWaitlist } from '#app/domain/bookings/waitlist/promote-waitlist.server.ts'
import {
  conflictsStatement,
  conflictWords,
  meantConflicts,
} from '#app/domain/calendar/conflicts.server.ts'
import { placesFreeSql } from '#app/domain/calendar/free-guards.server.ts'
import type { Except, WantedPlace } from '#app/domain/calendar/in-the-way-sql.server.ts'
import { recordedStatement } from '#app/domain/happenings/happenings.server.ts'
import { tellFirst } from '#app/domain/messaging/tell-people.server.ts'
import { bookedCountSql, liveSql } from '#app/domain/places/booking-sql.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import type { LocalDateTime } from '#app/values/zone.ts'
import {
  changingOf,
  type Draft,
  type DraftRefusal,
  draftMany,
  draftOne,
  wantedPlaces,
} from './draft-series-change.server.ts'
import { expandSeriesById } from './expand-series.server.ts'
import { type ChangingClass, concernedStatement, meetsWords } from './moved-people.server.ts'
import {
  type ClassBefore,
  changedClasses,
  changingStatements,
  tellChanged,
} from './notify-changed.server.ts'
import type { ClassUpdate } from './plan-series-change.ts'
import {
  claimStatement,
  openDaysSql,
  splitStatement,
  updatesStatements,
} from './series-change-statements.server.ts'
import type { ChangeSeriesForm } from './series-fields.ts'
import {
  lastChangeStatement,
  type SeriesRow,
  seriesToChangeStatements,
} from './series-to-change.server.ts'

export type ChangeSeriesResult =
  | { ok: true; changed: number; notified: number; kept: LocalDateTime[]; stays: LocalDateTime[] }
  | DraftRefusal
  | { ok: false; reason: 'not_found' | 'over' | 'closed_then' }
  | { ok: false; reason: 'below_booked'; facts: { booked: number; localStart: LocalDateTime } }
  | { ok: false; reason: 'over_room'; facts: { room: number } }
  | { ok: false; reason: 'taken'; facts: { taken: string[] } }
  | { ok: false; reason: 'changed_meanwhile'; facts: { by: string; at: string } }

/**
 * Changes one class, this and all later ones, or all that are still to come, without losing a
 * booking (R6). Classes on dates that the rule still has are changed in place; "this and later"
 * splits the series there; a date that falls out of the rule goes if nobody holds a place, and is
 * answered in `kept` if someone does: it must be cancelled by hand. A class of today whose new time
 * has passed keeps its own, and is answered in `stays`. One class may take a policy of
 * its own, which stays when its series is changed; anyone who has a place in it keeps the rules
 * they booked under. Anyone who is in a class whose time, room or coach changes is told once, and
 * may cancel free until the start where the new time is past their limit or at the time of another
 * class they hold. Everything hangs on the series' version: of two editors the second changes
 * nothing and learns who was first. Refuses fewer places than people booked anywhere in it, a day
 * on which the room is closed, and, but for what the form says is meant (`anyway`, of what it
 * showed), a room or a coach that something else has at the time or that is out, and a time at
 * which people of it hold another class (`taken`). `planned` is what a published draft adds: its
 * condition, and what it writes in the same batch.
 */
export async function changeSeries(
  ctx: StaffContext,
  occurrenceId: string,
  asked: ChangeSeriesForm,
  planned: PlannedWrite = { onlyIf: sql`1`, also: () => ({}) },
): Promise<ChangeSeriesResult> {
  const policyId = (asked.scope === 'one' && asked.ownPolicyId) || asked.policyId
  const read = await batch(ctx.db, seriesToChangeStatements(ctx, occurrenceId, policyId))
  const [series, policy] = [read.series[0], read.policy[0]]
  if (!series || !policy) return { ok: false, reason: 'not_found' }
  const form = { ...asked, policyId: policy.id }
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
          { wanted: policy, own: new Map(read.own.map((one) => [one.id, one])) },
        )
  if ('reason' in draft) return draft
  const { wanted, except } = wantedPlaces(series, read.classes, draft, form)
  const changing = changingOf(draft.plan.updates, read.classes)
  const moving = changing.filter(({ startsAt }) => startsAt)
  const asks = form.anyway !== 'on' && !planned.known && series.version === form.version
  const { holding, before, concerned } = await batch(ctx.db, {
    holding: concernedStatement(ctx, asks ? moving : []),
    ...changingStatements(
      ctx,
      changing.map(({ id }) => id),
    ),
  })
  // A class put onto another that its people hold is asked about like a room that is taken.
  const meeting = meetsWords(holding, ctx).slice(0, mostNamed)
  // A page that is older than the last change is refused as such by the write.
  const settled = planned.known ?? (series.version === form.version ? null : [])
  const meant = settled
    ? { known: [...settled] }
    : await meantConflicts(ctx, wanted, except, { anyway: form.anyway, more: meeting })
  if (meant.clashes) return { ok: false, reason: 'taken', facts: { taken: meant.clashes } }
  const { known } = meant
  const place = { wanted, except: { ...except, ids: [...(except.ids ?? []), ...known] } }
  return write(
    ctx,
    series,
    { ...draft, split: scope === 'later', planned, place, before, moving, concerned },
    form,
    new Map(read.names.map(({ id, name }) => [id, name])),
  )
}

/**
 * What hangs on a change that was planned before: `also` writes where `done` holds; `known` are the
 * conflicts that were shown with the plan, by id.
 */
export type PlannedWrite = {
  onlyIf: SQL
  also: (done: SQL) => Record<string, Statement>
  known?: readonly string[]
}

/** What a change takes, and what may be in its way. */
type Taking = { wanted: readonly WantedPlace[]; except: Except }

/** So many people are named who hold another class at the new time. */
const mostNamed = 12

/** A change, as it was worked out, and the classes of it whose people are notified. */
type Writing = Draft & {
  split: boolean
  planned: PlannedWrite
  place: Taking
  before: readonly ClassBefore[]
  moving: readonly ChangingClass[]
  concerned: readonly { people: number }[]
}

type Refusal = Extract<ChangeSeriesResult, { ok: false }>

async function write(
  ctx: StaffContext,
  series: SeriesRow,
  { plan, next, split, planned, place, before, moving, concerned }: Writing,
  form: ChangeSeriesForm,
  names: ReadonlyMap<string, string>,
): Promise<ChangeSeriesResult> {
  const { db, studio } = ctx
  const changeId = newId()
  const done = lineWrittenSql(changeId)
  const target = next && split ? newId() : series.id
  const classes = changedClasses(before, plan.updates, names)
  const dropped = JSON.stringify(plan.dropped.map(({ id }) => id))
  const own = sql`studio_id = ${studio.id} AND id IN (SELECT value FROM json_each(${dropped}))
    AND ${done}`
  const free = sql`${openDaysSql(ctx, plan.updates)}
    AND ${placesFreeSql(ctx, place.wanted, place.except)}`
  const held = (condition: SQL) => sql`EXISTS (SELECT 1 FROM bookings AS b
    WHERE b.studio_id = occurrences.studio_id AND b.occurrence_id = occurrences.id
      AND ${condition})`
  const result = await batch(db, {
    claim: claimStatement(
      ctx,
      series,
      plan.updates,
      { next, split, onlyIf: sql`${planned.onlyIf} AND ${free}` },
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
    happened:
      classes.length > 0
        ? recordedStatement(
            ctx,
            {
              id: changeId,
              kind: 'classes.changed',
              subjectId: series.id,
              detail: { classes },
            },
            rightAfterChange,
          )
        : null,
    began: next && split ? splitStatement(ctx, series, target, next, form, done) : null,
    ...updatesStatements(ctx, plan.updates, target, done),
    free: freeAfterMoveStatement(
      ctx,
      moving.map(({ id }) => id),
      done,
    ),
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
      UPDATE occurrences SET state = 'cancelled', cancel_reason = 'No longer on this day',
        cancelled_at = ${ctx.now}, sequence = sequence + 1
      WHERE ${own} AND state = 'scheduled' AND NOT ${held(liveSql('b'))}`),
    ...planned.also(done),
  })
  if (changed(result.claim) === 0) return refusalOf(ctx, series, plan.updates, place, form)
  if (classes.length > 0) await tellFirst(ctx, changeId, tellChanged)
  if (next) await expandSeriesById(ctx, target)
  // More places may be free now than people wait.
  for (const { id } of plan.updates.slice(0, 20))
    if (form.capacity > series.capacity) await promoteWaitlist(ctx, id)
  return {
    ok: true,
    changed: plan.updates.length,
    notified: concerned[0]?.people ?? 0,
    kept: plan.kept.map(({ localStart }) => localStart),
    stays: plan.stays.map(({ localStart }) => localStart),
  }
}

async function refusalOf(
  ctx: StaffContext,
  series: SeriesRow,
  updates: readonly ClassUpdate[],
  { wanted, except }: Taking,
  form: ChangeSeriesForm,
): Promise<Refusal> {
  const { db, studio } = ctx
  const places = JSON.stringify(updates.map(({ id, capacity }) => ({ id, capacity })))
  const { now, last, over, room, open, taken } = await batch(db, {
    now: db.all<{ version: number }>(
      sql`SELECT version FROM series WHERE studio_id = ${studio.id} AND id = ${series.id}`,
    ),
    last: lastChangeStatement(ctx, series.id),
    over: db.all<{ booked: number; localStart: string }>(sql`
      SELECT ${bookedCountSql} AS booked, o.local_start AS localStart
      FROM json_each(${places}) AS input
      CROSS JOIN occurrences AS o ON o.studio_id = ${studio.id} AND o.id = input.value ->> 'id'
      WHERE ${bookedCountSql} > input.value ->> 'capacity' ORDER BY booked DESC LIMIT 1`),
    open: db.all<{ open: number }>(sql`SELECT ${openDaysSql(ctx, updates)} AS open`),
    taken: conflictsStatement(ctx, wanted, except),
    room: db.all<{ capacity: number }>(
      sql`SELECT capacity FROM rooms WHERE studio_id = ${studio.id} AND id = ${form.roomId}`,
    ),
  })
  if (now[0]?.version !== form.version) {
    return {
      ok: false,
      reason: 'changed_meanwhile',
      facts: last[0] ?? { by: 'Someone', at: ctx.now },
    }
  }
  if (open[0]?.open === 0) return { ok: false, reason: 'closed_then' }
  if (over[0]) return { ok: false, reason: 'below_booked', facts: over[0] }
  if (room[0] && room[0].capacity < form.capacity)
    return { ok: false, reason: 'over_room', facts: { room: room[0].capacity } }
  if (taken.length > 0)
    return { ok: false, reason: 'taken', facts: { taken: conflictWords(taken, ctx) } }
  return { ok: false, reason: 'not_found' }
}
