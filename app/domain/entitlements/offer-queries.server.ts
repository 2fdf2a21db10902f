import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { localDate } from '#app/values/zone.ts'
import type { PackageOffer, PlanOffer } from './offer-words.ts'

/** Columns of `PlanOptions`, of `plan`. */
export const planOptionsSql = ({ peakHours }: Pick<Studio, 'peakHours'>): SQL => sql`
  plan.off_peak AS offPeak, ${peakHours} AS peakHours, plan.locations,
  (SELECT coalesce(group_concat(name, ', '), '') FROM (
    SELECT name FROM locations WHERE studio_id = plan.studio_id
      AND instr(',' || plan.locations || ',', ',' || id || ',') > 0 ORDER BY name)
  ) AS locationNames, plan.rollover_most AS rolloverMost, plan.guest_places AS guestPlaces,
  (SELECT name FROM documents WHERE studio_id = plan.studio_id AND id = plan.document_id
  ) AS documentName, plan.proof`

/** Plans on sale today in their latest version, by name; for the price list, those that are on it. */
export function plansOnSaleStatement(
  { db, studio, now }: StudioContext,
  { listed = false }: { listed?: boolean } = {},
): Statement<PlanOffer[]> {
  const today = localDate(now, studio.timeZone)
  return db.all<PlanOffer>(sql`
    SELECT id, name, price_minor AS priceMinor, interval, weekly_limit AS weeklyLimit,
      period_limit AS periodLimit, missed_counts AS missedCounts, covers, description,
      joining_fee_minor AS joiningFeeMinor, trial_days AS trialDays, term_months AS termMonths,
      notice_days AS noticeDays, ${planOptionsSql(studio)}, max(version) AS version
    FROM plans AS plan WHERE studio_id = ${studio.id} AND archived_at IS NULL
      AND (sale_from IS NULL OR sale_from <= ${today})
      AND (sale_until IS NULL OR sale_until >= ${today})
      AND ${listed ? sql`listed = 1` : sql`1`}
    GROUP BY name ORDER BY name LIMIT 100`)
}

/** Names of the appointments that a pack may pay for. */
export const appointmentTypeNamesStatement = ({ db, studio }: StudioContext) =>
  db.all<{ id: string; name: string }>(sql`
    SELECT id, name FROM class_types
    WHERE studio_id = ${studio.id} AND kind = 'appointment' AND archived_at IS NULL
    ORDER BY name LIMIT 100`)

/** Packages on sale in their latest version, by name. */
export function packagesOnSaleStatement({ db, studio }: StudioContext): Statement<PackageOffer[]> {
  return db.all<PackageOffer>(sql`
    SELECT package.id, package.name, package.kind,
      coalesce(classes.credits, package.credits) AS credits,
      appointments.credits AS sessions, appointments.covers AS coversTypes,
      package.price_minor AS priceMinor, package.valid_days AS validDays,
      package.valid_from AS validFrom, package.fixed_until AS fixedUntil,
      package.once_per_person AS oncePerPerson, package.description, package.family,
      coalesce(classes.covers, package.covers) AS covers, max(package.version) AS version
    FROM packages AS package
    LEFT JOIN packages AS classes ON classes.studio_id = package.studio_id
      AND classes.bundle_id = package.id AND classes.part = 1
    LEFT JOIN packages AS appointments ON appointments.studio_id = package.studio_id
      AND appointments.bundle_id = package.id AND appointments.part = 2
    WHERE package.studio_id = ${studio.id} AND package.archived_at IS NULL
      AND package.bundle_id IS NULL
    GROUP BY package.name ORDER BY package.name LIMIT 100`)
}
