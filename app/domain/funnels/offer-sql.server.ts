/** What a funnel sells today: fragments over `funnels AS funnel`. */
import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { localDate } from '#app/values/zone.ts'

/** The newest version of the package that was chosen; null where it is not sold any more. */
export const packageNowSql: SQL = sql`(SELECT newest.id FROM packages AS chosen
  JOIN packages AS newest ON newest.studio_id = chosen.studio_id AND newest.name = chosen.name
    AND newest.archived_at IS NULL AND newest.bundle_id IS NULL
  WHERE chosen.studio_id = funnel.studio_id AND chosen.id = funnel.package_id
  ORDER BY newest.version DESC LIMIT 1)`

/** The same of a plan that is on the price list and on sale today. */
export const planNowSql = ({ studio, now }: Pick<StudioContext, 'studio' | 'now'>): SQL => {
  const today = localDate(now, studio.timeZone)
  return sql`(SELECT newest.id FROM plans AS chosen
    JOIN plans AS newest ON newest.studio_id = chosen.studio_id AND newest.name = chosen.name
      AND newest.archived_at IS NULL AND newest.listed = 1
      AND coalesce(newest.sale_from, ${today}) <= ${today}
      AND coalesce(newest.sale_until, ${today}) >= ${today}
    WHERE chosen.studio_id = funnel.studio_id AND chosen.id = funnel.plan_id
    ORDER BY newest.version DESC LIMIT 1)`
}

/** The name of what it sells, sold or not. */
export const offerNameSql: SQL = sql`coalesce(
  (SELECT name FROM packages WHERE studio_id = funnel.studio_id AND id = funnel.package_id),
  (SELECT name FROM plans WHERE studio_id = funnel.studio_id AND id = funnel.plan_id), '')`

/**
 * What the person of `funnel_starts AS start` got of the offer of `funnel`, in any of its versions,
 * as rows of `id, at`: from their first start on until it no longer counts, and only where they have
 * not started at another funnel in between.
 */
export const gotSql: SQL = sql`(
  SELECT got.id, got.at FROM (
    SELECT lot.id, lot.purchased_at AS at FROM lots AS lot
    JOIN packages AS sold ON sold.id = lot.package_id
    JOIN packages AS whole ON whole.id = coalesce(sold.bundle_id, sold.id)
    WHERE lot.studio_id = start.studio_id AND lot.person_id = start.person_id
      AND whole.name = (SELECT name FROM packages
        WHERE studio_id = funnel.studio_id AND id = funnel.package_id)
    UNION ALL
    SELECT membership.id, membership.purchased_at FROM memberships AS membership
    JOIN plans AS held ON held.id = membership.plan_id
    WHERE membership.studio_id = start.studio_id AND membership.person_id = start.person_id
      AND held.name = (SELECT name FROM plans
        WHERE studio_id = funnel.studio_id AND id = funnel.plan_id)) AS got
  WHERE got.at >= start.started_at AND got.at <= start.counts_until
    AND NOT EXISTS (SELECT 1 FROM funnel_starts AS later
      WHERE later.studio_id = start.studio_id AND later.person_id = start.person_id
        AND later.id <> start.id AND later.last_at > start.last_at AND later.last_at <= got.at))`
