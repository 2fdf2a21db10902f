import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { type Anyway, isMeant } from '#app/domain/calendar/shown-clashes.ts'
import { seatedSql } from '#app/domain/places/booking-sql.server.ts'
import { placesSql } from '#app/domain/places/shared-equipment-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import { dayShortTime } from '#app/values/wording.ts'
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
function loweredStatement(ctx: StudioContext, draft: EquipmentDraft): Statement<Lowered[]> {
  return ctx.db.all<Lowered>(sql`
    SELECT o.id, class_type.name AS title, o.local_start AS localStart,
      ${placesSql} AS capacity,
      ${bookedSql} AS booked
    FROM occurrences AS o JOIN class_types AS class_type ON class_type.id = o.class_type_id
    WHERE ${comingSql(ctx, draft)} ORDER BY o.starts_at LIMIT 300`)
}

/** So many are told; more would not be read. */
const mostListed = 40

/** What each class has now and would have then, and how many more there are. */
function loweredWords(
  rows: readonly Lowered[],
  { quantity, outOfService }: EquipmentDraft,
  locale: string,
): string[] {
  const inService = quantity - outOfService
  const rest = rows.length - mostListed
  return [
    ...rows.slice(0, mostListed).map(({ title, localStart, capacity, booked }) => {
      const short =
        booked > inService
          ? `, ${booked} are booked: ${booked - inService} more than there is; nobody loses ` +
            'their place'
          : ''
      return (
        `${title}, ${dayShortTime(localStart, locale)}: ` +
        `${capacity} places now, then ${Math.max(inService, booked, 1)}${short}`
      )
    }),
    ...(rest > 0 ? [`And ${rest} more`] : []),
  ]
}

export type SaveEquipmentResult =
  | { ok: true; lowered: Lowered[] }
  | { ok: false; reason: 'name_taken' }
  | { ok: false; reason: 'changed' }
  | { ok: false; reason: 'not_found' }
  | { ok: false; reason: 'lowers'; classes: string[] }

/**
 * Adds equipment under the form's key, or changes what is at `version`. Where coming classes
 * that need it have more places than there is in service they are notified first (`lowers`). Nothing is
 * written to them: places are never more than the equipment at the time (`placesSql`), also of
 * classes that are made later, never below who is booked, and come back with it.
 */
export async function saveEquipment(
  ctx: StaffContext,
  id: string,
  draft: EquipmentDraft,
  { version, anyway }: { version: number | null; anyway: Anyway },
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
  const classes = loweredWords(lowered, draft, studio.locale)
  if (!isMeant(anyway, classes)) return { ok: false, reason: 'lowers', classes }

  const { name, roomId, quantity, outOfService, defect, inspectDays, inspectedOn, dueOn } = draft
  // Two who save at one moment: what hangs on the change hangs on its line, not on the version.
  const lineId = newId()
  const stands = lineWrittenSql(lineId)
  const ownRoom =
    roomId === null
      ? sql`1`
      : sql`EXISTS (SELECT 1 FROM rooms AS room
        WHERE room.studio_id = ${studio.id} AND room.id = ${roomId})`
  // Asked again by the write: of two who take a name at once the second is refused, not failed.
  const fits = sql`${ownRoom} AND NOT EXISTS (SELECT 1 FROM equipment AS named
    WHERE named.studio_id = ${studio.id} AND named.name = ${name} AND named.id <> ${id})`
  const result = await batch(db, {
    save:
      version === null
        ? db.run(sql`
            INSERT INTO equipment (id, studio_id, name, room_id, quantity, out_of_service, defect,
              inspect_days, inspected_on, due_on)
            SELECT ${id}, ${studio.id}, ${name}, ${roomId}, ${quantity}, ${outOfService}, ${defect},
              ${inspectDays}, ${inspectedOn}, ${dueOn} WHERE ${fits} ON CONFLICT DO NOTHING`)
        : db.run(sql`
            UPDATE equipment SET name = ${name}, room_id = ${roomId}, quantity = ${quantity},
              out_of_service = ${outOfService}, defect = ${defect}, inspect_days = ${inspectDays},
              inspected_on = ${inspectedOn}, due_on = ${dueOn}, version = version + 1
            WHERE studio_id = ${studio.id} AND id = ${id} AND version = ${version} AND ${fits}`),
    audit: auditStatement(
      ctx,
      {
        id: lineId,
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
