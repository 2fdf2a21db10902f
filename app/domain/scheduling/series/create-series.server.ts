import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { openDaySql } from '#app/domain/calendar/closed-days.server.ts'
import {
  conflictsStatement,
  conflictWords,
  meantConflicts,
} from '#app/domain/calendar/conflicts.server.ts'
import { placesFreeSql } from '#app/domain/calendar/free-guards.server.ts'
import type { Anyway } from '#app/domain/calendar/shown-clashes.ts'
import type { Actor, StudioContext } from '#app/domain/scope/contexts.ts'
import { newId } from '#app/values/id.ts'
import { addMinutes } from '#app/values/instant.ts'
import { expand, parseRule, type RuleRefusal } from '#app/values/recurrence.ts'
import { addDays, isLocalDate, type LocalDate, type LocalDateTime } from '#app/values/zone.ts'
import { expandSeriesById } from './expand-series.server.ts'

export type NewSeries = {
  /**
   * Chosen beforehand by anyone who may have to call again; a series that is there already is only
   * expanded.
   */
  id?: string
  classTypeId: string
  roomId: string
  coachId: string
  policyId: string
  /** Wall time in the studio's zone, `2026-10-12T07:00`. */
  firstStart: LocalDateTime
  /** RRULE without DTSTART; empty is a single class. */
  rrule: string
  /** Local dates without a class: holidays apply before anything is published (R6). */
  exceptDates?: LocalDate[]
  /** Length; at most 12 hours. */
  minutes: number
  capacity: number
  /** Made to be looked at: nobody but staff sees its classes until they are published. */
  draft?: boolean
  /** It is meant although something is in its way: someone was asked. */
  anyway?: Anyway
  /** The same of some conflicts alone, by id. */
  known?: readonly string[]
  /** Drafts are in its way as well: what a copy makes may be drafted already. */
  besideDrafts?: boolean
  /** Series that are made together with it, so they are not in each other's way. */
  together?: readonly string[]
}

/** So far ahead a rule is looked at: weekly classes that meet at all meet within it. */
export const lookAheadDays = 400

export type CreateSeriesResult =
  | { ok: true; seriesId: string; occurrences: number }
  | {
      ok: false
      reason:
        | 'bad_start'
        | 'bad_length'
        | 'bad_capacity'
        | 'start_not_in_rule'
        | 'not_found'
        | 'over_room'
        | 'closed'
    }
  | { ok: false; reason: 'bad_rule'; facts: { rule: RuleRefusal } }
  | { ok: false; reason: 'taken'; facts: { taken: string[] } }

/**
 * Puts a class on the timetable, once or repeating, and makes its occurrences for the next 8 weeks.
 * Refuses a rule that `parseRule` refuses, a first start that the rule itself would not give, more
 * places than the room has, and class types, rooms, coaches or policies that are not this studio's
 * (`not_found`), a single class on a day the room is closed, and a room or a coach that something
 * else has at one of its times, or that is out (`taken`). What staff add is in the audit.
 */
export async function createSeries(
  ctx: StudioContext & { actor?: Actor },
  series: NewSeries,
): Promise<CreateSeriesResult> {
  const { db, studio, now } = ctx
  const { firstStart, rrule, exceptDates = [], minutes, capacity } = series
  const [date = '', time = ''] = firstStart.split('T')
  if (!isLocalDate(date) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time))
    return { ok: false, reason: 'bad_start' }
  if (!Number.isInteger(minutes) || minutes < 5 || minutes > 720)
    return { ok: false, reason: 'bad_length' }
  if (!Number.isInteger(capacity) || capacity < 1 || capacity > 1_000)
    return { ok: false, reason: 'bad_capacity' }
  if (rrule !== '') {
    const rule = parseRule(rrule)
    if (!rule.ok) return { ok: false, reason: 'bad_rule', facts: { rule: rule.reason } }
    const [first] = expand({
      firstStart,
      timeZone: studio.timeZone,
      rrule,
      from: date,
      until: date,
    })
    if (first?.recurrenceKey !== firstStart) return { ok: false, reason: 'start_not_in_rule' }
  }

  const seriesId = series.id ?? newId()
  const own = (table: 'class_types' | 'rooms' | 'people' | 'policies', id: string) =>
    sql`EXISTS (SELECT 1 FROM ${sql.raw(table)} AS own
      WHERE own.studio_id = ${studio.id} AND own.id = ${id})`
  // A weekly class leaves closed days out; a single one would be nothing at all.
  const open = rrule === '' ? openDaySql(ctx, sql`${series.roomId}`, sql`${date}`) : sql`1`
  const needs = { classTypeId: series.classTypeId, people: 0 }
  const wanted = expand({
    firstStart,
    rrule,
    exceptDates,
    timeZone: studio.timeZone,
    from: date,
    until: addDays(date, lookAheadDays),
  }).flatMap(({ startsAt }) => {
    const endsAt = addMinutes(startsAt, minutes)
    return endsAt > now
      ? [{ startsAt, endsAt, roomId: series.roomId, coachId: series.coachId, needs }]
      : []
  })
  const { known = [], together = [], besideDrafts: drafts = false } = series
  const except = { seriesIds: [seriesId, ...together], openDays: true, drafts }
  const meant = series.anyway
    ? await meantConflicts(ctx, wanted, except, { anyway: series.anyway })
    : { known: [...known] }
  if (meant.clashes) return { ok: false, reason: 'taken', facts: { taken: meant.clashes } }
  const ids = meant.known
  const free = placesFreeSql(ctx, wanted, { ...except, ids })
  const { there, rooms, opens } = await batch(db, {
    made: db.run(sql`
      INSERT INTO series (id, studio_id, class_type_id, room_id, coach_id, policy_id, first_start,
        time_zone, rrule, except_dates, minutes, capacity, is_draft, created_at)
      SELECT ${seriesId}, ${studio.id}, ${series.classTypeId}, room.id, ${series.coachId},
        ${series.policyId}, ${firstStart}, ${studio.timeZone}, ${rrule}, ${exceptDates.join(',')},
        ${minutes}, ${capacity}, ${series.draft ? 1 : 0}, ${now}
      FROM rooms AS room
      WHERE room.studio_id = ${studio.id} AND room.id = ${series.roomId}
        AND room.capacity >= ${capacity}
        AND ${own('class_types', series.classTypeId)} AND ${own('people', series.coachId)}
        AND ${own('policies', series.policyId)} AND ${open} AND ${free}
      ON CONFLICT DO NOTHING`),
    audit: ctx.actor
      ? auditStatement(
          { ...ctx, actor: ctx.actor },
          {
            action: 'series.added',
            subjectKind: 'series',
            subjectId: seriesId,
            detail: {
              classTypeId: series.classTypeId,
              firstStart,
              rrule,
              capacity,
              ...(series.draft ? { draft: true } : {}),
            },
          },
          rightAfterChange,
        )
      : null,
    rooms: db.all<{ capacity: number }>(
      sql`SELECT capacity FROM rooms WHERE studio_id = ${studio.id} AND id = ${series.roomId}`,
    ),
    opens: db.all<{ open: number }>(sql`SELECT ${open} AS open`),
    there: db.all<{ id: string }>(
      sql`SELECT id FROM series WHERE studio_id = ${studio.id} AND id = ${seriesId}`,
    ),
  })
  if (there.length === 0) {
    if (opens[0]?.open === 0) return { ok: false, reason: 'closed' }
    const room = rooms[0]
    if (room && room.capacity < capacity) return { ok: false, reason: 'over_room' }
    const { taken } = await batch(db, {
      taken: conflictsStatement(ctx, wanted, { ...except, ids }),
    })
    if (taken.length > 0)
      return { ok: false, reason: 'taken', facts: { taken: conflictWords(taken, ctx) } }
    return { ok: false, reason: 'not_found' }
  }
  return { ok: true, seriesId, occurrences: await expandSeriesById(ctx, seriesId) }
}
