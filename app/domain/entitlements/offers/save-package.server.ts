import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { PackageOfferForm } from './package-form.ts'

export type SavePackageResult =
  | { ok: true; id: string }
  | { ok: false; reason: 'not_found' | 'name_taken' | 'changed_meanwhile' | 'discipline_gone' }

/**
 * Puts a package on sale. A name is one package's: `name_taken` where another on sale has it. The
 * form's key becomes its id, so that a double press adds one.
 */
export function addPackage(ctx: StaffContext, form: PackageOfferForm): Promise<SavePackageResult> {
  return writeVersion(ctx, form, null)
}

/**
 * Changes what is on sale from now on: a new version takes the place of `packageId`, and what was
 * sold keeps its own price and days. Its new name is that of every version, so that people read one
 * name for what they hold. Refused where someone else changed it meanwhile.
 */
export function changePackage(
  ctx: StaffContext,
  packageId: string,
  form: PackageOfferForm,
): Promise<SavePackageResult> {
  return writeVersion(ctx, form, packageId)
}

async function writeVersion(
  ctx: StaffContext,
  form: PackageOfferForm,
  before: string | null,
): Promise<SavePackageResult> {
  const { db, studio, now } = ctx
  const { key, name, description, credits, price, validDays, fixedUntil, once } = form
  const own = sql`studio_id = ${studio.id}`
  const lineId = `package-${key}`
  const oldName = sql`(SELECT name FROM packages WHERE ${own} AND id = ${before})`
  const current = before
    ? sql`EXISTS (SELECT 1 FROM packages WHERE ${own} AND id = ${before} AND archived_at IS NULL)`
    : sql`1`
  const asked = [...new Set(form.disciplines)]
  const known = sql`(SELECT count(*) FROM disciplines WHERE ${own}
    AND id IN (SELECT value FROM json_each(${JSON.stringify(asked)}))) = ${asked.length}`
  // A new package may take a name that is off sale, and counts its versions on.
  const free = before
    ? sql`NOT EXISTS (SELECT 1 FROM packages WHERE ${own} AND name = ${name}
        AND name <> ${oldName} AND id <> ${key})`
    : sql`NOT EXISTS (SELECT 1 FROM packages WHERE ${own} AND name = ${name}
        AND archived_at IS NULL AND id <> ${key})`
  const number = sql`(SELECT coalesce(max(version), 0) + 1 FROM packages
    WHERE ${own} AND name = ${before ? oldName : name})`
  const { after } = await batch(db, {
    add: db.run(sql`
      INSERT INTO packages (id, studio_id, name, version, credits, price_minor, currency,
        valid_days, fixed_until, once_per_person, description, covers, family)
      SELECT ${key}, ${studio.id}, ${name}, CAST(${number} AS INTEGER), ${credits}, ${price},
        ${studio.currency}, ${validDays}, ${fixedUntil}, ${once ? 1 : 0}, ${description},
        coalesce((SELECT group_concat(id) FROM disciplines WHERE ${own}
          AND id IN (SELECT value FROM json_each(${JSON.stringify(asked)}))), ''),
        ${form.family ? 1 : 0}
      WHERE ${current} AND ${free} AND ${known}
      ON CONFLICT (id) DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        id: lineId,
        action: before ? 'package.changed' : 'package.added',
        subjectKind: 'package',
        subjectId: key,
        detail: { ...form, before },
      },
      rightAfterChange,
    ),
    ...(before
      ? {
          rename: db.run(sql`
            UPDATE packages SET name = ${name}
            WHERE ${own} AND name = ${oldName} AND id <> ${key} AND ${lineWrittenSql(lineId)}`),
          retire: db.run(sql`
            UPDATE packages SET archived_at = ${now}
            WHERE ${own} AND id = ${before} AND archived_at IS NULL
              AND ${lineWrittenSql(lineId)}`),
        }
      : {}),
    after: db.all<{ written: number; current: number; found: number; known: number }>(sql`
      SELECT ${known} AS known, ${lineWrittenSql(lineId)} AS written, ${current} AS current,
        EXISTS (SELECT 1 FROM packages WHERE ${own} AND id = ${before}) AS found`),
  })
  const { written, current: still, found, known: allKnown } = after[0]!
  if (written) return { ok: true, id: key }
  if (before && !found) return { ok: false, reason: 'not_found' }
  if (!allKnown) return { ok: false, reason: 'discipline_gone' }
  return { ok: false, reason: still ? 'name_taken' : 'changed_meanwhile' }
}

/** Takes a package off sale. What was sold stays good. Twice is once. */
export async function archivePackage(
  ctx: StaffContext,
  packageId: string,
): Promise<{ ok: true; name: string } | { ok: false; reason: 'not_found' }> {
  const { db, studio, now } = ctx
  const own = sql`studio_id = ${studio.id} AND id = ${packageId}`
  const { found } = await batch(db, {
    archive: db.run(sql`
      UPDATE packages SET archived_at = ${now} WHERE ${own} AND archived_at IS NULL`),
    audit: auditStatement(
      ctx,
      { action: 'package.archived', subjectKind: 'package', subjectId: packageId },
      rightAfterChange,
    ),
    found: db.all<{ name: string }>(sql`SELECT name FROM packages WHERE ${own}`),
  })
  return found[0] ? { ok: true, name: found[0].name } : { ok: false, reason: 'not_found' }
}

/** Whether the studio has the package, on sale or not. */
export async function hasPackage(
  { db, studio }: StaffContext,
  packageId: string,
): Promise<boolean> {
  const { found } = await batch(db, {
    found: db.all<{ id: string }>(sql`
      SELECT id FROM packages WHERE studio_id = ${studio.id} AND id = ${packageId}`),
  })
  return found.length > 0
}
