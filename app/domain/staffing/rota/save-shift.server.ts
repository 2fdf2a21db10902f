/** Planning shifts: nobody is told before the week is published. */
import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { derivedId } from '#app/values/id.ts'
import { addDays, firstOfWeek, instantOf, type LocalDate, localDateTime } from '#app/values/zone.ts'
import { shiftAsksNoMore } from './give-back-shift.server.ts'
import { inWeekSql } from './rota-queries.server.ts'
import { type ShiftForm, wallOfShift } from './shift-form.ts'

export type SaveShiftResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'changed' | 'no_such_person' | 'no_such_location' }
  | { ok: false; reason: 'no_end' | 'other_week' }

/**
 * Adds a shift under the form's key (twice is once), or changes the one that is at `version`; one
 * that was taken off is planned again. Refused for people who do not work here, a location of
 * elsewhere, an edit over another's, an end that is not after the start, and a published shift in
 * another week, where its own would lose it before anybody is told.
 */
export async function saveShift(
  ctx: StaffContext,
  shiftId: string | null,
  form: ShiftForm,
): Promise<SaveShiftResult> {
  const { db, studio } = ctx
  const { key, version, title, role, personId, locationId } = form
  const id = shiftId ?? key
  const [startsAt, endsAt] = wallOfShift(form).map((wall) => instantOf(wall, studio.timeZone))
  if (!(startsAt! < endsAt!)) return { ok: false, reason: 'no_end' }
  const first = firstOfWeek(form.date, studio)
  const [monday, next] = [first, addDays(first, 7)].map((day) =>
    instantOf(`${day}T00:00`, studio.timeZone),
  )
  const stays = sql`(told IS NULL
    OR (told ->> 'startsAt' >= ${monday} AND told ->> 'startsAt' < ${next}))`
  const person = sql`(${personId} = '' OR EXISTS (SELECT 1 FROM people
    WHERE studio_id = ${studio.id} AND id = ${personId} AND is_staff = 1))`
  const location = sql`(${locationId} = '' OR EXISTS (SELECT 1 FROM locations
    WHERE studio_id = ${studio.id} AND id = ${locationId}))`
  const own = sql`studio_id = ${studio.id} AND id = ${id}`
  const { saved, facts } = await batch(db, {
    saved: shiftId
      ? db.run(sql`
          UPDATE shifts SET title = ${title}, role = ${role}, person_id = nullif(${personId}, ''),
            location_id = nullif(${locationId}, ''), starts_at = ${startsAt}, ends_at = ${endsAt},
            removed_at = NULL, version = version + 1
          WHERE ${own} AND version = ${version} AND ${person} AND ${location} AND ${stays}`)
      : db.run(sql`
          INSERT INTO shifts (id, studio_id, title, role, person_id, location_id, starts_at, ends_at)
          SELECT ${id}, ${studio.id}, ${title}, ${role}, nullif(${personId}, ''),
            nullif(${locationId}, ''), ${startsAt}, ${endsAt}
          WHERE ${person} AND ${location} ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        action: shiftId ? 'shift.changed' : 'shift.added',
        subjectKind: 'shift',
        subjectId: id,
        detail: { title, personId, startsAt, endsAt },
      },
      rightAfterChange,
    ),
    asks: shiftAsksNoMore(
      ctx,
      id,
      sql`EXISTS (SELECT 1 FROM shifts
      WHERE ${own} AND person_id IS NOT NULL)`,
    ),
    facts: db.all<{ there: number; person: number; location: number; moves: number }>(sql`
      SELECT EXISTS (SELECT 1 FROM shifts WHERE ${own}) AS there, ${person} AS person,
        ${location} AS location,
        EXISTS (SELECT 1 FROM shifts WHERE ${own} AND version = ${version} AND NOT ${stays}) AS moves`),
  })
  const [fact] = facts
  if (changed(saved) > 0) return { ok: true }
  if (!fact?.person) return { ok: false, reason: 'no_such_person' }
  if (!fact.location) return { ok: false, reason: 'no_such_location' }
  if (fact.moves && shiftId) return { ok: false, reason: 'other_week' }
  if (!shiftId) return { ok: true }
  return { ok: false, reason: fact.there ? 'changed' : 'not_found' }
}

/**
 * Takes a shift off: one that was published stays, struck out, until its week is published again
 * and its person told. Twice is once.
 */
export async function removeShift(ctx: StaffContext, id: string): Promise<void> {
  const { db, studio, now } = ctx
  const own = sql`studio_id = ${studio.id} AND id = ${id} AND removed_at IS NULL`
  const line = { action: 'shift.removed', subjectKind: 'shift', subjectId: id }
  await batch(db, {
    taken: db.run(sql`UPDATE shifts SET removed_at = ${now}, version = version + 1
      WHERE ${own} AND told IS NOT NULL`),
    takenAudit: auditStatement(ctx, line, rightAfterChange),
    gone: db.run(sql`DELETE FROM shifts WHERE ${own} AND told IS NULL`),
    goneAudit: auditStatement(ctx, line, rightAfterChange),
    asks: shiftAsksNoMore(ctx, id),
  })
}

/**
 * Plans the shifts of the week before in `week` too, at the same hours of the wall; of people who
 * do not work here any more they are open. What was copied already is not copied again, nor what was
 * removed of that. Answers how many came.
 */
export async function copyWeek(ctx: StaffContext, week: LocalDate): Promise<number> {
  const { db, studio } = ctx
  const rows = await db.all<{ id: string; startsAt: string; endsAt: string }>(sql`
    SELECT shift.id, shift.starts_at AS startsAt, shift.ends_at AS endsAt FROM shifts AS shift
    WHERE ${inWeekSql(ctx, addDays(week, -7))} AND shift.removed_at IS NULL LIMIT 400`)
  const later = (instant: string) => {
    const wall = localDateTime(instant, studio.timeZone)
    return instantOf(`${addDays(wall.slice(0, 10), 7)}${wall.slice(10)}`, studio.timeZone)
  }
  const copies = await Promise.all(
    rows.map(async ({ id, startsAt, endsAt }) => ({
      of: id,
      id: await derivedId('shift', id, week),
      startsAt: later(startsAt),
      endsAt: later(endsAt),
    })),
  )
  const { added } = await batch(db, {
    added: db.run(sql`
      INSERT INTO shifts (id, studio_id, title, role, person_id, location_id, starts_at, ends_at)
      SELECT copy.value ->> 'id', shift.studio_id, shift.title, shift.role,
        (SELECT person.id FROM people AS person
          WHERE person.id = shift.person_id AND person.is_staff = 1
            AND person.archived_at IS NULL), shift.location_id,
        copy.value ->> 'startsAt', copy.value ->> 'endsAt'
      FROM json_each(${JSON.stringify(copies)}) AS copy
      JOIN shifts AS shift ON shift.studio_id = ${studio.id} AND shift.id = copy.value ->> 'of'
      WHERE NOT EXISTS (SELECT 1 FROM audit_entries AS gone
        WHERE gone.studio_id = ${studio.id} AND gone.subject_kind = 'shift'
          AND gone.subject_id = copy.value ->> 'id' AND gone.action = 'shift.removed')
      ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      { action: 'rota.copied', subjectKind: 'rota', subjectId: week },
      rightAfterChange,
    ),
  })
  return changed(added)
}
