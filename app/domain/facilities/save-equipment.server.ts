import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { seatedSql } from '#app/domain/places/booking-sql.server.ts'
import { placesSql } from '#app/domain/places/shared-equipment-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { LocalDate, LocalDateTime } from '#app/values/zone.ts'

export type EquipmentDraft = {
  name: string
  roomId: string | null
  quantity: number
  outOfService: number
  defect: string
  inspectDays: number | null
  inspectedOn: LocalDate | null
  dueOn: LocalDate | null
  classTypeIds: readonly string[]
}

/** A coming class that has more places than there is equipment in service. */
export type Lowered = {
  id: string
  title: string
  localStart: LocalDateTime
  capacity: number
  booked: number
}

const bookedSql = sql`(SELECT count(*) FROM bookings AS counted
  WHERE counted.studio_id = o.studio_id AND counted.occurrence_id = o.id
    AND ${seatedSql('counted')})`

function comingSql(
  { studio, now }: StudioContext,
  { roomId, classTypeIds, quantity, outOfService }: EquipmentDraft,
): SQL {
  return sql`o.studio_id = ${studio.id} AND o.starts_at > ${now}
    AND o.state IN ('scheduled','draft') AND o.kind = 'class'
    AND o.class_type_id IN (SELECT value FROM json_each(${JSON.stringify(classTypeIds)}))
    AND ${roomId === null ? sql`1` : sql`o.room_id = ${roomId}`}
    AND ${placesSql} > ${quantity - outOfService}`
}

/**
 * Coming classes that would have fewer places, or have more people booked than equipment: told
 * before the press.
 */
export function loweredStatement(ctx: StudioContext, draft: EquipmentDraft): Statement<Lowered[]> {
  return ctx.db.all<Lowered>(sql`
    SELECT o.id, class_type.name AS title, o.local_start AS localStart,
      ${placesSql} AS capacity,
      ${bookedSql} AS booked
    FROM occurrences AS o JOIN class_types AS class_type ON class_type.id = o.class_type_id
    WHERE ${comingSql(ctx, draft)} ORDER BY o.starts_at LIMIT 300`)
}

export type SaveEquipmentResult =
  | { ok: true; lowered: Lowered[] }
  | { ok: false; reason: 'name_taken' }
  | { ok: false; reason: 'changed' }
  | { ok: false; reason: 'not_found' }
  | { ok: false; reason: 'lowers'; lowered: Lowered[] }

/**
 * Adds equipment under the form's key, or changes what stands at `version`. Where coming classes
 * that need it have more places than there is in service they are told first (`lowers`). Nothing is
 * written to them: places are never more than the equipment at the time (`placesSql`), also of
 * classes that are made later, never below who is booked, and come back with it.
 */
export async function saveEquipment(
  ctx: StaffContext,
  id: string,
  draft: EquipmentDraft,
  { version, anyway }: { version: number | null; anyway: boolean },
): Promise<SaveEquipmentResult> {
  const { db, studio } = ctx
  const { lowered, same, there } = await batch(db, {
    lowered: loweredStatement(ctx, draft),
    same: db.all<{ id: string }>(sql`
      SELECT id FROM equipment
      WHERE studio_id = ${studio.id} AND name = ${draft.name} AND id <> ${id}`),
    there: db.all<{ version: number }>(
      sql`SELECT version FROM equipment WHERE studio_id = ${studio.id} AND id = ${id}`,
    ),
  })
  if (same.length > 0) return { ok: false, reason: 'name_taken' }
  if (version !== null && !there[0]) return { ok: false, reason: 'not_found' }
  if (version !== null && there[0]?.version !== version) return { ok: false, reason: 'changed' }
  if (version === null && there[0]) return { ok: true, lowered: [] }
  // Who is booked beyond it stays and was told; only free places can be taken away.
  if (lowered.length > 0 && !anyway) return { ok: false, reason: 'lowers', lowered }

  const { name, roomId, quantity, outOfService, defect, inspectDays, inspectedOn, dueOn } = draft
  const stands = sql`EXISTS (SELECT 1 FROM equipment
    WHERE equipment.studio_id = ${studio.id} AND equipment.id = ${id}
      AND equipment.version = ${(version ?? 0) + 1})`
  const ownRoom =
    roomId === null
      ? sql`1`
      : sql`EXISTS (SELECT 1 FROM rooms AS room
        WHERE room.studio_id = ${studio.id} AND room.id = ${roomId})`
  const result = await batch(db, {
    save:
      version === null
        ? db.run(sql`
            INSERT INTO equipment (id, studio_id, name, room_id, quantity, out_of_service, defect,
              inspect_days, inspected_on, due_on)
            SELECT ${id}, ${studio.id}, ${name}, ${roomId}, ${quantity}, ${outOfService}, ${defect},
              ${inspectDays}, ${inspectedOn}, ${dueOn} WHERE ${ownRoom} ON CONFLICT DO NOTHING`)
        : db.run(sql`
            UPDATE equipment SET name = ${name}, room_id = ${roomId}, quantity = ${quantity},
              out_of_service = ${outOfService}, defect = ${defect}, inspect_days = ${inspectDays},
              inspected_on = ${inspectedOn}, due_on = ${dueOn}, version = version + 1
            WHERE studio_id = ${studio.id} AND id = ${id} AND version = ${version} AND ${ownRoom}`),
    audit: auditStatement(
      ctx,
      {
        action: version === null ? 'equipment.added' : 'equipment.changed',
        subjectKind: 'equipment',
        subjectId: id,
        reason: defect,
        detail: { quantity, outOfService, lowered: lowered.map((one) => one.id) },
      },
      rightAfterChange,
    ),
    clear: db.run(
      sql`DELETE FROM equipment_needs
        WHERE studio_id = ${studio.id} AND equipment_id = ${id} AND ${stands}`,
    ),
    needs: db.run(sql`
      INSERT INTO equipment_needs (studio_id, equipment_id, class_type_id)
      SELECT ${studio.id}, ${id}, class_type.id FROM class_types AS class_type
      WHERE class_type.studio_id = ${studio.id} AND ${stands}
        AND class_type.id IN (SELECT value FROM json_each(${JSON.stringify(draft.classTypeIds)}))`),
  })
  return changed(result.save) > 0 ? { ok: true, lowered } : { ok: false, reason: 'changed' }
}
