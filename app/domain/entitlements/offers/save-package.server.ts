import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import {
  archiveOffer,
  type OfferRefusal,
  offerRefusal,
  offerVersionSql,
  replaceVersionStatements,
} from './offer-version.server.ts'
import type { PackageOfferForm } from './package-form.ts'
import { bundleParts, partName } from './package-kinds.ts'

export type SavePackageResult = { ok: true; id: string } | { ok: false; reason: OfferRefusal }

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
  const { db, studio } = ctx
  const { key, kind = 'classes', name, credits, sessions } = form
  const lineId = `package-${key}`
  const written = lineWrittenSql(lineId)
  const version = offerVersionSql(ctx, 'packages', { ...form, before })
  const { current, free, known, covers, coversTypes } = version
  const own = {
    classes: { credits, covers },
    day_pass: { credits, covers },
    appointments: { credits: sessions, covers: coversTypes },
    // What a bundle has is in its parts.
    bundle: { credits: 0, covers: sql`''` },
  }
  const parts = kind === 'bundle' ? bundleParts : []
  const partsFree = sql`NOT EXISTS (SELECT 1 FROM packages WHERE studio_id = ${studio.id}
    AND bundle_id IS NULL
    AND name IN (SELECT value FROM json_each(${JSON.stringify(parts.map((pays) => partName(name, pays)))})))`
  const { after } = await batch(db, {
    add: db.run(sql`
      INSERT INTO packages (id, studio_id, name, version, kind, credits, price_minor, currency,
        valid_days, valid_from, fixed_until, once_per_person, description, covers, family)
      SELECT ${key}, ${studio.id}, ${name}, ${version.number}, ${kind}, ${own[kind].credits},
        ${form.price}, ${studio.currency}, ${form.validDays}, ${form.validFrom},
        ${form.fixedUntil}, ${form.once ? 1 : 0}, ${form.description}, ${own[kind].covers},
        ${form.family ? 1 : 0}
      WHERE ${current} AND ${free} AND ${known} AND ${partsFree}
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
      ? replaceVersionStatements(ctx, 'packages', { key, name, before }, { ...version, written })
      : {}),
    // Behind the new name: parts of every version are called after it.
    ...Object.fromEntries(
      parts.flatMap((pays, i) => [
        [
          `rename${i}`,
          db.run(sql`
            UPDATE packages SET name = ${partName(name, pays)}
            WHERE studio_id = ${studio.id} AND part = ${i + 1} AND ${written} AND bundle_id IN (
              SELECT id FROM packages WHERE studio_id = ${studio.id} AND name = ${name})`),
        ],
        [
          `part${i}`,
          db.run(sql`
            INSERT INTO packages (id, studio_id, name, version, kind, bundle_id, part, credits,
              price_minor, currency, valid_days, valid_from, fixed_until, once_per_person, covers,
              family)
            SELECT ${`${key}-${i + 1}`}, studio_id, ${partName(name, pays)}, version, ${pays}, id,
              ${i + 1}, ${pays === 'classes' ? credits : sessions}, 0, currency, valid_days,
              valid_from, fixed_until, once_per_person,
              ${pays === 'classes' ? covers : coversTypes}, family
            FROM packages WHERE studio_id = ${studio.id} AND id = ${key} AND ${written}
            ON CONFLICT (id) DO NOTHING`),
        ],
      ]),
    ),
    after: db.all<Record<'written' | 'current' | 'found' | 'known', number>>(sql`
      SELECT ${known} AS known, ${written} AS written, ${current} AS current,
        ${version.found} AS found`),
  })
  return after[0]!.written
    ? { ok: true, id: key }
    : { ok: false, reason: offerRefusal(after[0]!, before) }
}

/** Takes a package off sale. */
export const archivePackage = (ctx: StaffContext, packageId: string) =>
  archiveOffer(ctx, 'packages', packageId)

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
