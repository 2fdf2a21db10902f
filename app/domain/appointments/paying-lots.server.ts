/** Which packs pay for an appointment. */
import { type SQL, sql } from 'drizzle-orm'
import { lotRunsSql } from '#app/domain/places/pays-guards.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/** Packages of the person that may pay for a type: valid on the date, with a credit left. */
export function payingLotsStatement(
  { db, studio }: StudioContext,
  personId: string,
  typeId: string | SQL,
  date: string,
) {
  return db.all<{ id: string; name: string; left: number; expiresOn: string }>(sql`
    SELECT lot.id, package.name, lot.expires_on AS expiresOn,
      (SELECT coalesce(sum(entry.amount), 0) FROM entries AS entry
        WHERE entry.studio_id = lot.studio_id AND entry.lot_id = lot.id) AS left
    FROM lots AS lot JOIN packages AS package ON package.id = lot.package_id
    WHERE lot.studio_id = ${studio.id} AND lot.person_id = ${personId} AND lot.refunded_at IS NULL
      AND lot.unpaid = 0 AND ${lotRunsSql(sql`${date}`)} AND ${coveredSql(typeId)}
      AND left > 0
    ORDER BY lot.expires_on, lot.id LIMIT 10`)
}

/**
 * `package` pays for the type: a PT pack says for which itself; of class packs it, or another
 * version of the same name, is one of the type's.
 */
export const coveredSql = (typeId: string | SQL): SQL => sql`CASE package.kind
  WHEN 'appointments' THEN package.covers = ''
    OR instr(',' || package.covers || ',', ',' || ${typeId} || ',') > 0
  WHEN 'classes' THEN package.bundle_id IS NULL AND package.name IN (
  SELECT version.name FROM appointment_types AS appointment_type
  JOIN packages AS version ON version.studio_id = appointment_type.studio_id
  WHERE appointment_type.id = ${typeId} AND appointment_type.studio_id = package.studio_id
    AND instr(',' || appointment_type.package_ids || ',', ',' || version.id || ',') > 0)
  ELSE 0 END`
