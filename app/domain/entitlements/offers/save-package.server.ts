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
  const { key, name, description, credits, price, validDays, validFrom, fixedUntil, once } = form
  const lineId = `package-${key}`
  const written = lineWrittenSql(lineId)
  const version = offerVersionSql(ctx, 'packages', { ...form, before })
  const { current, free, known } = version
  const { after } = await batch(db, {
    add: db.run(sql`
      INSERT INTO packages (id, studio_id, name, version, credits, price_minor, currency,
        valid_days, valid_from, fixed_until, once_per_person, description, covers, family)
      SELECT ${key}, ${studio.id}, ${name}, ${version.number}, ${credits}, ${price},
        ${studio.currency}, ${validDays}, ${validFrom}, ${fixedUntil}, ${once ? 1 : 0}, ${description},
        ${version.covers}, ${form.family ? 1 : 0}
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
      ? replaceVersionStatements(ctx, 'packages', { key, name, before }, { ...version, written })
      : {}),
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
