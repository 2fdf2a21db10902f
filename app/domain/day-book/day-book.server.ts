/** What one shift tells the next, and what went wrong: writing and reading it. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import type { IncidentKind } from '#app/db/studio/day/day-book-words.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { MemberContext, StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { Instant } from '#app/values/instant.ts'
import { type LocalDateTime, localDateTime } from '#app/values/zone.ts'
import type { IncidentForm } from './day-forms.ts'

/** Writes a note for the next shift under the form's key, so twice is once. */
export async function addShiftNote(
  { db, studio, now, person, actor }: MemberContext,
  { key, text }: { key: string; text: string },
): Promise<void> {
  await db.run(sql`
    INSERT INTO shift_notes (id, studio_id, text, person_id, author_name, created_at)
    VALUES (${key}, ${studio.id}, ${text}, ${person.id}, ${actor.name}, ${now})
    ON CONFLICT DO NOTHING`)
}

export type IncidentRefusal =
  | 'to_come'
  | 'no_such_room'
  | 'no_such_person'
  | 'not_found'
  | 'changed'

/**
 * Notes an incident under the form's key. Refused for a moment that is still to come, a room or a
 * person of no record here. Twice is once.
 */
export async function addIncident(
  ctx: StaffContext,
  { key, kind, date, time, roomId, personId, account, done }: IncidentForm,
): Promise<{ ok: true } | { ok: false; reason: IncidentRefusal }> {
  const { db, studio, now, actor } = ctx
  const happenedAt = `${date}T${time}`
  if (happenedAt > localDateTime(now, studio.timeZone).slice(0, 16))
    return { ok: false, reason: 'to_come' }
  const room = sql`(${roomId} = '' OR EXISTS (SELECT 1 FROM rooms
    WHERE studio_id = ${studio.id} AND id = ${roomId}))`
  const person = sql`(${personId} = '' OR EXISTS (SELECT 1 FROM people
    WHERE studio_id = ${studio.id} AND id = ${personId}))`
  const { facts } = await batch(db, {
    facts: db.all<{ room: number; person: number }>(
      sql`SELECT ${room} AS room, ${person} AS person`,
    ),
    added: db.run(sql`
      INSERT INTO incidents (id, studio_id, kind, happened_at, room_id, person_id, account, done,
        created_by, created_at)
      SELECT ${key}, ${studio.id}, ${kind}, ${happenedAt}, ${roomId}, nullif(${personId}, ''),
        ${account}, ${done}, ${actor.name}, ${now}
      WHERE ${room} AND ${person} ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      { action: 'incident.added', subjectKind: 'incident', subjectId: key, detail: { kind } },
      rightAfterChange,
    ),
  })
  if (!facts[0]?.room) return { ok: false, reason: 'no_such_room' }
  return facts[0].person ? { ok: true } : { ok: false, reason: 'no_such_person' }
}

/** Closes an incident with what follows from it, as it was opened at `version`. Twice is once. */
export async function closeIncident(
  ctx: StaffContext,
  incidentId: string,
  { version, outcome }: { version: number; outcome: string },
): Promise<{ ok: true } | { ok: false; reason: IncidentRefusal }> {
  const { db, studio, now, actor } = ctx
  const own = sql`studio_id = ${studio.id} AND id = ${incidentId}`
  const { closed, there } = await batch(db, {
    closed: db.run(sql`
      UPDATE incidents SET state = 'closed', outcome = ${outcome}, closed_by = ${actor.name},
        closed_at = ${now}, version = version + 1
      WHERE ${own} AND state = 'open' AND version = ${version}`),
    audit: auditStatement(
      ctx,
      {
        action: 'incident.closed',
        subjectKind: 'incident',
        subjectId: incidentId,
        reason: outcome,
      },
      rightAfterChange,
    ),
    there: db.all<{ outcome: string }>(sql`SELECT outcome FROM incidents WHERE ${own}`),
  })
  if (changed(closed) > 0 || there[0]?.outcome === outcome) return { ok: true }
  return { ok: false, reason: there.length > 0 ? 'changed' : 'not_found' }
}

export type ShiftNote = { id: string; text: string; authorName: string; createdAt: Instant }

/** The newest notes, for the batch of a page. */
export const shiftNotesStatement = ({ db, studio }: StudioContext, most: number) =>
  db.all<ShiftNote>(sql`
    SELECT id, text, author_name AS authorName, created_at AS createdAt FROM shift_notes
    WHERE studio_id = ${studio.id} ORDER BY created_at DESC, id DESC LIMIT ${most}`)

export type IncidentRow = {
  id: string
  kind: IncidentKind
  happenedAt: LocalDateTime
  roomName: string
  personId: string | null
  personName: string
  account: string
  done: string
  state: 'open' | 'closed'
  outcome: string
  closedBy: string
  closedAt: Instant | null
  createdBy: string
  version: number
}

const incidentsStatement = ({ db, studio }: StudioContext, only: SQL, most: number) =>
  db.all<IncidentRow>(sql`
    SELECT incident.id, incident.kind, incident.happened_at AS happenedAt,
      coalesce(room.name, '') AS roomName, incident.person_id AS personId,
      coalesce(person.name, '') AS personName, incident.account, incident.done, incident.state,
      incident.outcome, incident.closed_by AS closedBy, incident.closed_at AS closedAt,
      incident.created_by AS createdBy, incident.version
    FROM incidents AS incident LEFT JOIN rooms AS room ON room.id = incident.room_id
    LEFT JOIN people AS person ON person.id = incident.person_id
    WHERE incident.studio_id = ${studio.id} AND ${only}
    ORDER BY incident.happened_at DESC, incident.id DESC LIMIT ${most}`)

/** Open incidents, for the batch of the today board. */
export const openIncidentsStatement = (ctx: StudioContext) =>
  incidentsStatement(ctx, sql`incident.state = 'open'`, 10)

/** The day book: notes of the last shifts, and incidents, the open ones apart. One trip. */
export async function dayBookPage(ctx: StudioContext) {
  return batch(ctx.db, {
    notes: shiftNotesStatement(ctx, 20),
    open: incidentsStatement(ctx, sql`incident.state = 'open'`, 50),
    closed: incidentsStatement(ctx, sql`incident.state = 'closed'`, 50),
  })
}

/** One incident; null for another studio's. */
export async function findIncident(ctx: StudioContext, id: string): Promise<IncidentRow | null> {
  const [row] = await incidentsStatement(ctx, sql`incident.id = ${id}`, 1)
  return row ?? null
}
