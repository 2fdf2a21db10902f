import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { currentPersonSql } from '#app/domain/people/person-queries.server.ts'
import { joinProspectStatement } from '#app/domain/people/prospect-person.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { LocalDate } from '#app/values/zone.ts'
import { notStarted } from './lot-end.ts'

export type Gift = {
  /** Comes with the form and becomes the id of what is given, so that a double click gives one. */
  key: string
  startsOn: LocalDate
  reason: string
}

export type GiveResult =
  | { ok: true; name: string }
  | { ok: false; reason: 'not_found' | 'holds_already' }

/**
 * The lot of a package that is on sale, valid its days from `startsOn` or from its first class, or
 * until its fixed day, and the entry that fills it, for a batch; `onlyIf` must hold for the lot. The
 * key is the lot's id; of a bundle that of its first part, and each further part is a lot sold with it.
 */
export function packageLotStatements(
  ctx: StudioContext,
  personId: string,
  { key, packageId, startsOn, reason }: Gift & { packageId: string },
  onlyIf: SQL = sql`1`,
) {
  const { db, studio, now } = ctx
  return {
    lot: db.run(sql`
      INSERT INTO lots (id, studio_id, person_id, package_id, starts_on, expires_on,
        first_use_days, purchased_at, family, sold_with)
      SELECT iif(package.part = 1, ${key}, ${key} || '-' || package.part), package.studio_id,
        ${personId}, package.id, ${startsOn},
        coalesce(package.fixed_until, CASE package.valid_from WHEN 'first_use' THEN ${notStarted}
          ELSE date(${startsOn}, '+' || package.valid_days || ' days') END),
        CASE WHEN package.fixed_until IS NULL AND package.valid_from = 'first_use'
          THEN package.valid_days END,
        ${now}, package.family, iif(package.part = 1, NULL, ${key})
      FROM packages AS sold JOIN packages AS package ON package.studio_id = sold.studio_id
        AND (package.id = sold.id AND sold.kind <> 'bundle' OR package.bundle_id = sold.id)
      WHERE sold.studio_id = ${studio.id} AND sold.id = ${packageId}
        AND sold.archived_at IS NULL AND sold.bundle_id IS NULL
        AND coalesce(package.fixed_until, ${startsOn}) >= ${startsOn}
        AND ${currentPersonSql(ctx, personId)} AND ${onlyIf}
      ON CONFLICT (id) DO NOTHING`),
    grant: db.run(sql`
      INSERT INTO entries (studio_id, person_id, lot_id, kind, amount, reason, created_at)
      SELECT lot.studio_id, lot.person_id, lot.id, 'grant', package.credits, ${reason}, ${now}
      FROM lots AS lot JOIN packages AS package ON package.id = lot.package_id
      WHERE lot.studio_id = ${studio.id} AND (lot.id = ${key} OR lot.sold_with = ${key})
        AND ${rightAfterChange}`),
  }
}

/**
 * Holds what is left of a lot, by the key of its sale, back until it is paid, as long as `owed` holds;
 * the trigger "lots_paid" ends it.
 */
export const holdBackLotStatement = (
  { db, studio }: Pick<StudioContext, 'db' | 'studio'>,
  key: string,
  owed: SQL,
): Statement<D1Result> =>
  db.run(sql`
    UPDATE lots SET unpaid = 1
    WHERE studio_id = ${studio.id} AND (id = ${key} OR sold_with = ${key}) AND ${owed}`)

/**
 * Gives a person a package without a sale: a lot of the version that is on sale, valid its days
 * from `startsOn`, and the entry that fills it. Not found: the person, or a package that is no
 * longer sold.
 */
export async function givePackage(
  ctx: StaffContext,
  personId: string,
  { packageId, key, startsOn, reason }: Gift & { packageId: string },
): Promise<GiveResult> {
  const { db, studio } = ctx
  const { given } = await batch(db, {
    ...packageLotStatements(ctx, personId, { key, packageId, startsOn, reason }),
    audit: auditStatement(
      ctx,
      {
        action: 'package.given',
        subjectKind: 'person',
        subjectId: personId,
        reason,
        detail: { lotId: key, packageId, startsOn },
      },
      rightAfterChange,
    ),
    // Who was a lead only has joined with it.
    joined: joinProspectStatement(ctx, sql`${personId}`, rightAfterChange),
    given: db.all<{ name: string }>(sql`
      SELECT sold.name FROM lots AS lot JOIN packages AS package ON package.id = lot.package_id
      JOIN packages AS sold ON sold.id = coalesce(package.bundle_id, package.id)
      WHERE lot.studio_id = ${studio.id} AND lot.id = ${key} AND lot.person_id = ${personId}`),
  })
  return given[0] ? { ok: true, name: given[0].name } : { ok: false, reason: 'not_found' }
}
