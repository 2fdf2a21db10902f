/** Drafts: what is to become of a class when the plan is published. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import {
  auditEachStatement,
  auditStatement,
  rightAfterChange,
} from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import type { LocalDateTime } from '#app/values/zone.ts'
import { type PlannedRow, plannedOfStatement } from './planned-queries.server.ts'

/** A class as it shall be once it is published. */
export type WantedChange = {
  localStart: LocalDateTime
  minutes: number
  roomId: string
  coachId: string
  capacity: number
  /** The version of its series that was shown. */
  version: number
  /** The draft that was shown with it, by id; '' where there was none. */
  planned: string
}

export type PlanResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'over' | 'changed' }
  | { ok: false; reason: 'planned_meanwhile'; facts: { planned: PlannedRow | null } }

/**
 * Plans another time, room, coach or number of places for one class. The draft that was shown with
 * it is replaced. Refused where someone has changed the class since it was shown (`changed`):
 * published, it would undo their change. Refused too where its draft has become another
 * (`planned_meanwhile`, with the one that stands, or null where it was published or discarded); the
 * same draft again is kept once.
 */
export function planChange(
  ctx: StaffContext,
  occurrenceId: string,
  wanted: WantedChange,
): Promise<PlanResult> {
  const { studio } = ctx
  const { localStart, minutes, roomId, coachId, capacity, version, planned } = wanted
  const known = sql`EXISTS (SELECT 1 FROM rooms AS room
    WHERE room.studio_id = ${studio.id} AND room.id = ${roomId})
    AND EXISTS (SELECT 1 FROM people AS person
      WHERE person.studio_id = ${studio.id} AND person.id = ${coachId} AND person.is_staff = 1)`
  return plan(
    ctx,
    occurrenceId,
    {
      action: 'change',
      values: sql`${localStart}, ${minutes}, ${roomId}, ${coachId}, ${capacity}, ''`,
      planned,
      isSame: (row) =>
        row.wantedStart === localStart &&
        row.wantedMinutes === minutes &&
        row.wantedRoomId === roomId &&
        row.wantedCoachId === coachId &&
        row.wantedCapacity === capacity,
    },
    known,
    sql`EXISTS (SELECT 1 FROM series AS shown WHERE shown.studio_id = o.studio_id
      AND shown.id = o.series_id AND shown.version = ${version})`,
  )
}

/**
 * Plans that a class does not take place; `reason` is what its people will read. `planned` is the
 * draft that was shown with it, as of a change.
 */
export function planCancel(
  ctx: StaffContext,
  occurrenceId: string,
  { reason, planned }: { reason: string; planned: string },
): Promise<PlanResult> {
  const why = reason.trim().slice(0, 200)
  return plan(
    ctx,
    occurrenceId,
    {
      action: 'cancel',
      values: sql`NULL, NULL, NULL, NULL, NULL, ${why}`,
      planned,
      isSame: (row) => row.reason === why,
    },
    sql`1`,
  )
}

/** A draft to keep: its columns, the id of the one that was shown, and whether a row says the same. */
type Planning = {
  action: 'change' | 'cancel'
  values: SQL
  planned: string
  isSame: (row: PlannedRow) => boolean
}

async function plan(
  ctx: StaffContext,
  occurrenceId: string,
  { action, values, planned, isSame }: Planning,
  known: SQL,
  asShown: SQL = sql`1`,
): Promise<PlanResult> {
  const { db, studio, now, actor } = ctx
  const shown = sql`coalesce((SELECT standing.id FROM planned_changes AS standing
    WHERE standing.studio_id = o.studio_id AND standing.occurrence_id = o.id), '') = ${planned}`
  const { kept, there, standing } = await batch(db, {
    kept: db.run(sql`
      INSERT INTO planned_changes (id, studio_id, occurrence_id, action, local_start, minutes,
        room_id, coach_id, capacity, reason, sequence, created_by, created_by_name, created_at)
      SELECT ${newId()}, o.studio_id, o.id, ${action}, ${values}, o.sequence, ${actor.userId},
        ${actor.name}, ${now}
      FROM occurrences AS o WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId}
        AND o.state = 'scheduled'
        AND o.kind = 'class' AND o.starts_at > ${now} AND ${known}
        AND ${asShown} AND ${shown}
      ON CONFLICT (studio_id, occurrence_id) DO UPDATE SET id = excluded.id,
        action = excluded.action, local_start = excluded.local_start, minutes = excluded.minutes,
        room_id = excluded.room_id, coach_id = excluded.coach_id, capacity = excluded.capacity,
        reason = excluded.reason, sequence = excluded.sequence, created_by = excluded.created_by,
        created_by_name = excluded.created_by_name, created_at = excluded.created_at`),
    audit: auditStatement(
      ctx,
      { action: `plan.${action}`, subjectKind: 'occurrence', subjectId: occurrenceId },
      rightAfterChange,
    ),
    there: db.all<{ known: number; same: number }>(sql`
      SELECT ${known} AS known, ${asShown} AS same FROM occurrences AS o
      WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId}`),
    standing: plannedOfStatement(ctx, occurrenceId),
  })
  if (changed(kept) > 0) return { ok: true }
  const [[row], [draft]] = [there, standing]
  if (row?.known !== 1) return { ok: false, reason: 'not_found' }
  if (row.same !== 1) return { ok: false, reason: 'changed' }
  if ((draft?.id ?? '') === planned) return { ok: false, reason: 'over' }
  // Sent twice, it is kept once.
  if (draft?.action === action && isSame(draft)) return { ok: true }
  return { ok: false, reason: 'planned_meanwhile', facts: { planned: draft ?? null } }
}

/**
 * Takes planned changes back: what is on the timetable stays as it is, and classes that were only
 * drafts go. Twice is once. Answers how many there were.
 */
export async function discardPlanned(ctx: StaffContext, ids: readonly string[]): Promise<number> {
  const { db, studio, now } = ctx
  const step = newId()
  const mine = sql`change.studio_id = ${studio.id}
    AND change.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
  const drafts = sql`SELECT change.occurrence_id FROM planned_changes AS change
    WHERE ${mine} AND change.action = 'publish'`
  const discarded = sql`SELECT subject_id FROM audit_entries
    WHERE studio_id = ${studio.id} AND action = 'plan.discarded'
      AND id LIKE ${`${step}-%`}`
  const result = await batch(db, {
    audit: auditEachStatement(
      ctx,
      {
        action: 'plan.discarded',
        subjectKind: 'occurrence',
        detail: sql`json_object('planned', dropped.action)`,
      },
      {
        idSql: sql`${step} || '-' || dropped.id`,
        subjectIdSql: sql`dropped.occurrence_id`,
        from: sql`(SELECT change.id, change.occurrence_id, change.action
          FROM planned_changes AS change WHERE ${mine}) AS dropped`,
      },
    ),
    // A series of which nothing is left has not begun: it does not come back automatically.
    series: db.run(sql`
      UPDATE series SET ended_at = ${now}
      WHERE studio_id = ${studio.id} AND is_draft = 1 AND ended_at IS NULL
        AND id IN (SELECT o.series_id FROM occurrences AS o
          WHERE o.studio_id = ${studio.id} AND o.id IN (${drafts}))
        AND NOT EXISTS (SELECT 1 FROM occurrences AS o
          WHERE o.studio_id = series.studio_id AND o.series_id = series.id
            AND o.id NOT IN (${drafts}))`),
    // A series that goes on is gone over again now and then: the date is left out for good.
    except: db.run(sql`
      UPDATE series SET except_dates = trim(except_dates || ',' || cleared.dates, ',')
      FROM (SELECT o.series_id, group_concat(DISTINCT substr(o.recurrence_key, 1, 10)) AS dates
        FROM occurrences AS o
        WHERE o.studio_id = ${studio.id} AND o.state = 'draft' AND o.kind = 'class'
          AND o.id IN (${drafts})
        GROUP BY o.series_id) AS cleared
      WHERE series.studio_id = ${studio.id} AND series.id = cleared.series_id AND series.rrule <> ''
        AND series.ended_at IS NULL`),
    gone: db.run(sql`
      DELETE FROM occurrences
      WHERE studio_id = ${studio.id} AND state = 'draft' AND kind = 'class' AND id IN (${drafts})`),
    rows: db.run(sql`DELETE FROM planned_changes AS change WHERE ${mine}`),
    n: db.all<{ n: number }>(sql`SELECT count(*) AS n FROM (${discarded})`),
  })
  return result.n[0]?.n ?? 0
}
