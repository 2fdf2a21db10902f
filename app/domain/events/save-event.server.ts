import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { closedRoomsStatement, openDaySql } from '#app/domain/calendar/closed-days.server.ts'
import { conflictsStatement } from '#app/domain/calendar/conflicts.server.ts'
import { placesFreeSql } from '#app/domain/calendar/free-guards.server.ts'
import { alwaysOpen } from '#app/domain/calendar/occurrence-times.ts'
import { recordedStatement } from '#app/domain/happenings/happenings.server.ts'
import { tellFirst } from '#app/domain/messaging/tell-people.server.ts'
import { ticketsTakenSql } from '#app/domain/places/ticket-sql.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import { addMinutes } from '#app/values/instant.ts'
import { shortName } from '#app/values/text/short-name.ts'
import { instantOf, type LocalDateTime, localDateTime } from '#app/values/zone.ts'
import { clashWords } from './event-clashes.server.ts'
import { buyersToTellStatement, tellMoved } from './event-mail.server.ts'
import { eventStatement, toEvent } from './event-queries.server.ts'
import type { EventView } from './event-view.ts'

export type EventDraft = {
  name: string
  description: string
  disciplineId: string
  icon: string
  colour: string
  localStart: LocalDateTime
  minutes: number
  roomId: string
  coachId: string
  capacity: number
  notes: string
  refundHours: number
  refundPercent: number
  holdMinutes: number
  transferable: boolean
}

export type SaveEventResult =
  | { ok: true; notified: number; again?: true }
  /** `taken` says in words what is in the way. */
  | { ok: false; reason: 'taken'; clashes: string[] }
  | { ok: false; reason: 'not_found' | 'changed' | 'over' | 'over_room' | 'below_sold' }

/**
 * Adds an event as a draft under the form's key (twice is once), or changes the one that is at
 * `version`. Whether room and coach are free and the day is open is asked by the write itself, and
 * a clash is told by name. Another time or room of a published event is told to every buyer, whose
 * tickets go on. Refuses what has begun or was cancelled (`over`), more tickets than the room
 * holds, fewer than are sold, and ids that are not the studio's own.
 */
export async function saveEvent(
  ctx: StaffContext,
  id: string,
  draft: EventDraft,
  version: number | null,
): Promise<SaveEventResult> {
  const { db, studio, now } = ctx
  const startsAt = instantOf(draft.localStart, studio.timeZone)
  const endsAt = addMinutes(startsAt, draft.minutes)
  if (startsAt <= now) return { ok: false, reason: 'over' }
  const { found } = await batch(db, { found: eventStatement(ctx, sql`event.id = ${id}`) })
  const was = found[0] ? toEvent(found[0]) : null
  if (version !== null && !was) return { ok: false, reason: 'not_found' }
  if (version === null && was) return { ok: true, notified: 0, again: true }

  const auditId = newId()
  const written = lineWrittenSql(auditId)
  const localStart = localDateTime(startsAt, studio.timeZone)
  const moved =
    was !== null &&
    (was.startsAt !== startsAt || was.endsAt !== endsAt || was.roomId !== draft.roomId)
  const telling = moved && was.state === 'on_sale'
  const date = localStart.slice(0, 10)
  // What stays where it is was settled when its day was closed.
  const stays = was !== null && was.localStart.slice(0, 10) === date && was.roomId === draft.roomId
  const open = stays ? sql`1` : openDaySql(ctx, sql`${draft.roomId}`, sql`${date}`)
  // So was who and what it has, when it was given to it.
  const wanted =
    moved || was?.coachId !== draft.coachId
      ? [
          {
            startsAt,
            endsAt,
            roomId: draft.roomId,
            coachId: draft.coachId,
            needs: { disciplineId: draft.disciplineId, people: 0 },
          },
        ]
      : []
  const except = { seriesIds: [id], must: true }
  const free = sql`${placesFreeSql(ctx, wanted, except)} AND ${open}`
  const own = sql`EXISTS (SELECT 1 FROM people AS person
    WHERE person.studio_id = ${studio.id} AND person.id = ${draft.coachId} AND person.is_staff = 1)
    AND EXISTS (SELECT 1 FROM disciplines AS discipline
      WHERE discipline.studio_id = ${studio.id} AND discipline.id = ${draft.disciplineId})`
  const fits = sql`EXISTS (SELECT 1 FROM rooms AS room
    WHERE room.studio_id = ${studio.id} AND room.id = ${draft.roomId}
      AND room.capacity >= ${draft.capacity})`
  const sold = ticketsTakenSql(sql`${id}`, sql`${studio.id}`, now)
  const guards = sql`${free} AND ${own} AND ${fits}`
  const times = { startsAt, endsAt, localStart }
  const result = await batch(db, {
    save: was
      ? changeStatement(
          ctx,
          was,
          version ?? 0,
          draft,
          times,
          moved,
          sql`${guards} AND ${sold} <= ${draft.capacity}`,
        )
      : addStatement(ctx, id, draft, times, guards),
    audit: auditStatement(
      ctx,
      {
        id: auditId,
        action: was ? 'event.changed' : 'event.added',
        subjectKind: 'event',
        subjectId: id,
        detail: {
          name: draft.name,
          localStart,
          roomId: draft.roomId,
          coachId: draft.coachId,
          capacity: draft.capacity,
        },
      },
      rightAfterChange,
    ),
    happened: telling
      ? recordedStatement(
          ctx,
          { id: auditId, kind: 'event.moved', subjectId: id, detail: {} },
          rightAfterChange,
        )
      : null,
    ...(was
      ? changeRestStatements(ctx, was, draft, written)
      : addRestStatements(ctx, id, draft, written)),
    buyers: buyersToTellStatement(ctx, id, { off: false }),
    after: eventStatement(ctx, sql`event.id = ${id}`),
    clashes: conflictsStatement(ctx, wanted, except),
    closed: closedRoomsStatement(ctx, { from: date, until: date }),
    asked: db.all<{ free: number; own: number; fits: number; sold: number }>(
      sql`SELECT ${free} AS free, ${own} AS own, ${fits} AS fits, ${sold} AS sold`,
    ),
  })
  if (changed(result.save) > 0) {
    if (!telling) return { ok: true, notified: 0 }
    await tellFirst(ctx, auditId, tellMoved)
    return { ok: true, notified: result.buyers[0]?.n ?? 0 }
  }
  const [after] = result.after
  const [asked] = result.asked
  if (version === null && after) return { ok: true, notified: 0, again: true }
  if (after?.state === 'cancelled' || (after && after.startsAt <= now))
    return { ok: false, reason: 'over' }
  if (after && after.version !== version) return { ok: false, reason: 'changed' }
  if (asked?.own !== 1) return { ok: false, reason: 'not_found' }
  if (asked.fits !== 1) return { ok: false, reason: 'over_room' }
  if (asked.free !== 1) {
    return {
      ok: false,
      reason: 'taken',
      clashes: clashWords(ctx, result, { roomId: draft.roomId, date }),
    }
  }
  return { ok: false, reason: asked.sold > draft.capacity ? 'below_sold' : 'changed' }
}

type Times = { startsAt: string; endsAt: string; localStart: string }

/** The rules an occurrence must name; tickets have rules of their own and never ask it. */
const policySql = (studioId: string): SQL => sql`(
  SELECT policy.id FROM policies AS policy WHERE policy.studio_id = ${studioId}
  ORDER BY policy.kind = 'event' DESC, policy.kind = 'class' DESC, policy.created_at DESC,
    policy.version DESC LIMIT 1)`

function addStatement(
  { db, studio }: StaffContext,
  id: string,
  draft: EventDraft,
  times: Times,
  guards: SQL,
) {
  const { startsAt, endsAt, localStart } = times
  return db.run(sql`
    INSERT INTO occurrences (id, studio_id, kind, series_id, recurrence_key, class_type_id, room_id,
      coach_id, policy_id, starts_at, ends_at, time_zone, local_start, capacity, cutoff_at,
      opens_at, closes_at, waitlist_closes_at, waitlist_limit, state)
    SELECT ${id}, ${studio.id}, 'event', ${id}, ${localStart}, ${id}, ${draft.roomId},
      ${draft.coachId}, policy.id, ${startsAt}, ${endsAt}, ${studio.timeZone}, ${localStart},
      ${draft.capacity}, ${startsAt}, ${alwaysOpen}, ${startsAt}, ${startsAt},
      0, 'draft'
    FROM policies AS policy WHERE policy.id = ${policySql(studio.id)} AND ${guards}
      AND NOT EXISTS (SELECT 1 FROM class_types AS class_type WHERE class_type.id = ${id})
    ON CONFLICT DO NOTHING`)
}

function addRestStatements(
  { db, studio, now }: StaffContext,
  id: string,
  draft: EventDraft,
  written: SQL,
) {
  return {
    event: db.run(sql`
      INSERT INTO events (id, studio_id, class_type_id, state, capacity, hold_minutes, refund_hours,
        refund_percent, transferable, notes, created_at)
      SELECT ${id}, ${studio.id}, ${id}, 'draft', ${draft.capacity}, ${draft.holdMinutes},
        ${draft.refundHours}, ${draft.refundPercent}, ${draft.transferable ? 1 : 0}, ${draft.notes},
        ${now}
      WHERE ${written}`),
    type: db.run(sql`
      INSERT INTO class_types (id, studio_id, kind, name, short_name, discipline_id, description,
        minutes, icon, colour)
      SELECT ${id}, ${studio.id}, 'event', ${draft.name}, ${shortName(draft.name)},
        ${draft.disciplineId}, ${draft.description}, ${draft.minutes}, ${draft.icon},
        ${draft.colour} WHERE ${written}`),
  }
}

function changeStatement(
  { db, studio, now }: StaffContext,
  was: EventView,
  version: number,
  draft: EventDraft,
  { startsAt, endsAt, localStart }: Times,
  moved: boolean,
  guards: SQL,
) {
  return db.run(sql`
    UPDATE occurrences SET room_id = ${draft.roomId}, coach_id = ${draft.coachId},
      starts_at = ${startsAt}, ends_at = ${endsAt}, local_start = ${localStart},
      cutoff_at = ${startsAt}, closes_at = ${startsAt}, waitlist_closes_at = ${startsAt},
      capacity = ${draft.capacity},
      sequence = sequence + ${moved || was.coachId !== draft.coachId ? 1 : 0}
    WHERE studio_id = ${studio.id} AND id = ${was.id} AND kind = 'event'
      AND state IN ('draft','scheduled') AND starts_at > ${now}
      AND EXISTS (SELECT 1 FROM events AS event
        WHERE event.studio_id = ${studio.id} AND event.id = ${was.id} AND event.version = ${version}
          AND event.state <> 'cancelled')
      AND ${guards}`)
}

function changeRestStatements(
  { db, studio }: StaffContext,
  was: EventView,
  draft: EventDraft,
  written: SQL,
) {
  return {
    event: db.run(sql`
      UPDATE events SET capacity = ${draft.capacity}, hold_minutes = ${draft.holdMinutes},
        refund_hours = ${draft.refundHours}, refund_percent = ${draft.refundPercent},
        transferable = ${draft.transferable ? 1 : 0}, notes = ${draft.notes}, version = version + 1
      WHERE studio_id = ${studio.id} AND id = ${was.id} AND ${written}`),
    type: db.run(sql`
      UPDATE class_types SET name = ${draft.name}, short_name = ${shortName(draft.name)},
        discipline_id = ${draft.disciplineId}, description = ${draft.description},
        minutes = ${draft.minutes}, icon = ${draft.icon}, colour = ${draft.colour}
      WHERE studio_id = ${studio.id} AND id = ${was.classTypeId} AND ${written}`),
  }
}
