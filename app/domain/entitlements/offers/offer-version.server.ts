/** What plans and packages have in common: an offer changes by a new version under one name. */
import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'

type Offers = 'plans' | 'packages'

/** Why no version was written. */
export type OfferRefusal = 'not_found' | 'name_taken' | 'changed_meanwhile' | 'discipline_gone'

/**
 * Conditions and values of a new version: `key` is its id, `before` the version it replaces or null
 * for a new offer. `free`: no other offer has the name; a new one may take a name that is off sale,
 * and counts its versions on.
 */
export function offerVersionSql(
  { studio }: StaffContext,
  offers: Offers,
  {
    key,
    name,
    disciplines,
    types = [],
    before,
  }: {
    key: string
    name: string
    disciplines: readonly string[]
    /** Of appointments. */
    types?: readonly string[]
    before: string | null
  },
) {
  const table = sql.raw(offers)
  const own = sql`studio_id = ${studio.id}`
  const oldName = sql`(SELECT name FROM ${table} WHERE ${own} AND id = ${before})`
  const asked = [...new Set(disciplines)]
  const chosen = sql`FROM disciplines WHERE ${own}
    AND id IN (SELECT value FROM json_each(${JSON.stringify(asked)}))`
  const askedTypes = [...new Set(types)]
  const chosenTypes = sql`FROM appointment_types WHERE ${own}
    AND id IN (SELECT value FROM json_each(${JSON.stringify(askedTypes)}))`
  return {
    own,
    oldName,
    current: before
      ? sql`EXISTS (SELECT 1 FROM ${table} WHERE ${own} AND id = ${before} AND archived_at IS NULL)`
      : sql`1`,
    found: sql`EXISTS (SELECT 1 FROM ${table} WHERE ${own} AND id = ${before})`,
    known: sql`(SELECT count(*) ${chosen}) + (SELECT count(*) ${chosenTypes})
      = ${asked.length + askedTypes.length}`,
    covers: sql`coalesce((SELECT group_concat(id) ${chosen}), '')`,
    coversTypes: sql`coalesce((SELECT group_concat(id) ${chosenTypes}), '')`,
    free: before
      ? sql`NOT EXISTS (SELECT 1 FROM ${table} WHERE ${own} AND name = ${name}
          AND name <> ${oldName} AND id <> ${key})`
      : sql`NOT EXISTS (SELECT 1 FROM ${table} WHERE ${own} AND name = ${name}
          AND archived_at IS NULL AND id <> ${key})`,
    number: sql`CAST((SELECT coalesce(max(version), 0) + 1 FROM ${table}
      WHERE ${own} AND name = ${before ? oldName : name}) AS INTEGER)`,
  }
}

/** Gives every version the new name and takes the old one off sale, once the new one is `written`. */
export function replaceVersionStatements(
  { db, now }: StaffContext,
  offers: Offers,
  { key, name, before }: { key: string; name: string; before: string },
  { own, oldName, written }: { own: SQL; oldName: SQL; written: SQL },
) {
  const table = sql.raw(offers)
  return {
    rename: db.run(sql`
      UPDATE ${table} SET name = ${name}
      WHERE ${own} AND name = ${oldName} AND id <> ${key} AND ${written}`),
    retire: db.run(sql`
      UPDATE ${table} SET archived_at = ${now}
      WHERE ${own} AND id = ${before} AND archived_at IS NULL AND ${written}`),
  }
}

/** Why a version was not written, by what its conditions are now. */
export function offerRefusal(
  { current, found, known }: Record<'current' | 'found' | 'known', number>,
  before: string | null,
): OfferRefusal {
  if (before && !found) return 'not_found'
  if (!known) return 'discipline_gone'
  return current ? 'name_taken' : 'changed_meanwhile'
}

/** Takes an offer off sale. What was sold stays good. Twice is once. */
export async function archiveOffer(
  ctx: StaffContext,
  offers: Offers,
  offerId: string,
): Promise<{ ok: true; name: string } | { ok: false; reason: 'not_found' }> {
  const { db, studio, now } = ctx
  const table = sql.raw(offers)
  const own = sql`studio_id = ${studio.id} AND id = ${offerId}`
  const kind = offers === 'plans' ? 'plan' : 'package'
  const { found } = await batch(db, {
    archive: db.run(sql`
      UPDATE ${table} SET archived_at = ${now} WHERE ${own} AND archived_at IS NULL`),
    audit: auditStatement(
      ctx,
      { action: `${kind}.archived`, subjectKind: kind, subjectId: offerId },
      rightAfterChange,
    ),
    found: db.all<{ name: string }>(sql`SELECT name FROM ${table} WHERE ${own}`),
  })
  return found[0] ? { ok: true, name: found[0].name } : { ok: false, reason: 'not_found' }
}
