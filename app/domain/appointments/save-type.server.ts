import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import type { TypeTerms } from './appointment-view.ts'

export type SaveTypeResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'name_taken' | 'changed' }

/**
 * Adds an appointment type under the form's key (twice is once), or changes the one that is at
 * `version`; what is booked keeps its own time, price and policy. Refuses a name another type in
 * use has (`name_taken`), ids that are not the studio's own (`not_found`), and an edit over
 * someone else's (`changed`).
 */
export async function saveType(
  ctx: StaffContext,
  id: string,
  draft: TypeTerms,
  version: number | null,
): Promise<SaveTypeResult> {
  const { db, studio } = ctx
  const all = (table: 'rooms' | 'people' | 'packages', ids: readonly string[]) => sql`(
    SELECT count(*) FROM ${sql.raw(table)} AS own WHERE own.studio_id = ${studio.id}
      AND own.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))) = ${ids.length}`
  const ownIds = sql`${all('rooms', draft.roomIds)} AND ${all('people', draft.coachIds)}
    AND ${all('packages', draft.packageIds)}
    AND EXISTS (SELECT 1 FROM disciplines AS discipline
      WHERE discipline.studio_id = ${studio.id} AND discipline.id = ${draft.disciplineId})
    AND EXISTS (SELECT 1 FROM policies AS policy
      WHERE policy.studio_id = ${studio.id} AND policy.id = ${draft.policyId})`
  const nameFree = sql`NOT EXISTS (SELECT 1 FROM class_types AS class_type
    WHERE class_type.studio_id = ${studio.id} AND class_type.kind = 'appointment'
      AND class_type.name = ${draft.name} AND class_type.id <> ${id}
      AND class_type.archived_at IS NULL)`
  const { name, description, disciplineId, minutes } = draft
  const [rooms, coaches, packages] = [draft.roomIds, draft.coachIds, draft.packageIds].map((ids) =>
    ids.join(','),
  )
  const approval = draft.approval ? 1 : 0
  const shortName = name.slice(0, 12).trim()
  const saved =
    version === null
      ? sql`
          INSERT INTO appointment_types (id, studio_id, price_minor, price_per, people,
            buffer_before, buffer_after, notice_minutes, ahead_days, grid_minutes, approval,
            policy_id, room_ids, coach_ids, package_ids)
          SELECT ${id}, ${studio.id}, ${draft.priceMinor}, ${draft.pricePer}, ${draft.people},
            ${draft.bufferBefore}, ${draft.bufferAfter}, ${draft.noticeMinutes}, ${draft.aheadDays},
            ${draft.gridMinutes}, ${approval}, ${draft.policyId}, ${rooms}, ${coaches}, ${packages}
          WHERE ${ownIds} AND ${nameFree} ON CONFLICT DO NOTHING`
      : sql`
          UPDATE appointment_types SET price_minor = ${draft.priceMinor},
            price_per = ${draft.pricePer}, people = ${draft.people},
            buffer_before = ${draft.bufferBefore}, buffer_after = ${draft.bufferAfter},
            notice_minutes = ${draft.noticeMinutes}, ahead_days = ${draft.aheadDays},
            grid_minutes = ${draft.gridMinutes}, approval = ${approval},
            policy_id = ${draft.policyId}, room_ids = ${rooms},
            coach_ids = ${coaches},
            package_ids = ${packages}, version = version + 1
          WHERE studio_id = ${studio.id} AND id = ${id} AND version = ${version} AND ${ownIds}
            AND ${nameFree}`
  // The name hangs on the line of the change: a version that stands one higher may be another's.
  const lineId = newId()
  const result = await batch(db, {
    save: db.run(saved),
    audit: auditStatement(
      ctx,
      {
        id: lineId,
        action: version === null ? 'appointment_type.added' : 'appointment_type.changed',
        subjectKind: 'appointment_type',
        subjectId: id,
        detail: { ...draft },
      },
      rightAfterChange,
    ),
    named: db.run(sql`
      INSERT INTO class_types (id, studio_id, kind, name, short_name, discipline_id,
        description, minutes)
      SELECT ${id}, ${studio.id}, 'appointment', ${name}, ${shortName}, ${disciplineId},
        ${description}, ${minutes}
      WHERE ${lineWrittenSql(lineId)}
      ON CONFLICT (id) DO UPDATE SET name = excluded.name, short_name = excluded.short_name,
        discipline_id = excluded.discipline_id, description = excluded.description,
        minutes = excluded.minutes
        WHERE class_types.studio_id = ${studio.id} AND class_types.kind = 'appointment'`),
    there: db.all<{ version: number; free: number }>(sql`
      SELECT appointment_type.version, ${nameFree} AS free
      FROM appointment_types AS appointment_type
      WHERE appointment_type.studio_id = ${studio.id} AND appointment_type.id = ${id}`),
    free: db.all<{ free: number }>(sql`SELECT ${nameFree} AS free`),
  })
  if (changed(result.save) > 0) return { ok: true }
  if (result.free[0]?.free === 0) return { ok: false, reason: 'name_taken' }
  const [there] = result.there
  if (version === null && there) return { ok: true }
  return { ok: false, reason: there && there.version !== version ? 'changed' : 'not_found' }
}
