import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { PackageOffer, PlanOffer } from './offer-words.ts'

/** Plans on sale in their latest version, by name. */
export function plansOnSaleStatement({ db, studio }: StudioContext): Statement<PlanOffer[]> {
  return db.all<PlanOffer>(sql`
    SELECT id, name, price_minor AS priceMinor, interval, weekly_limit AS weeklyLimit, covers,
      max(version) AS version
    FROM plans WHERE studio_id = ${studio.id} AND archived_at IS NULL GROUP BY name
    ORDER BY name LIMIT 100`)
}

/** Packages on sale in their latest version, by name. */
export function packagesOnSaleStatement({ db, studio }: StudioContext): Statement<PackageOffer[]> {
  return db.all<PackageOffer>(sql`
    SELECT id, name, credits, price_minor AS priceMinor, valid_days AS validDays,
      fixed_until AS fixedUntil, once_per_person AS oncePerPerson, description, family, covers,
      max(version) AS version
    FROM packages WHERE studio_id = ${studio.id} AND archived_at IS NULL GROUP BY name
    ORDER BY name LIMIT 100`)
}
