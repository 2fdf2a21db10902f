import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { localDate } from '#app/values/zone.ts'
import type { PackageOffer, PlanOffer } from './offer-words.ts'

/** Plans on sale today in their latest version, by name; for the price list, those that are on it. */
export function plansOnSaleStatement(
  { db, studio, now }: StudioContext,
  { listed = false }: { listed?: boolean } = {},
): Statement<PlanOffer[]> {
  const today = localDate(now, studio.timeZone)
  return db.all<PlanOffer>(sql`
    SELECT id, name, price_minor AS priceMinor, interval, weekly_limit AS weeklyLimit,
      period_limit AS periodLimit, missed_counts AS missedCounts, covers, description, joining_fee_minor AS joiningFeeMinor,
      trial_days AS trialDays, term_months AS termMonths, notice_days AS noticeDays,
      max(version) AS version
    FROM plans WHERE studio_id = ${studio.id} AND archived_at IS NULL
      AND (sale_from IS NULL OR sale_from <= ${today})
      AND (sale_until IS NULL OR sale_until >= ${today})
      AND ${listed ? sql`listed = 1` : sql`1`}
    GROUP BY name ORDER BY name LIMIT 100`)
}

/** Packages on sale in their latest version, by name. */
export function packagesOnSaleStatement({ db, studio }: StudioContext): Statement<PackageOffer[]> {
  return db.all<PackageOffer>(sql`
    SELECT id, name, credits, price_minor AS priceMinor, valid_days AS validDays,
      valid_from AS validFrom,
      fixed_until AS fixedUntil, once_per_person AS oncePerPerson, description, family, covers,
      max(version) AS version
    FROM packages WHERE studio_id = ${studio.id} AND archived_at IS NULL GROUP BY name
    ORDER BY name LIMIT 100`)
}
