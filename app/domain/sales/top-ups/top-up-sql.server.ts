/** SQL of packs that are bought again automatically, over `pack_top_ups AS topup`. */
import { type SQL, sql } from 'drizzle-orm'

/** Lots of the same pack, in whichever version, of the person who agreed: `lot` and its package. */
const sameLotsSql = sql`lots AS lot JOIN packages AS held ON held.id = lot.package_id
  WHERE lot.studio_id = topup.studio_id AND lot.person_id = topup.person_id
    AND held.name = (SELECT agreed.name FROM packages AS agreed WHERE agreed.id = topup.package_id)`

/** The pack that was bought last: what runs low. */
export const lastLotSql: SQL = sql`(
  SELECT lot.id FROM ${sameLotsSql} ORDER BY lot.purchased_at DESC, lot.id DESC LIMIT 1)`

/** Credits left of all of them that are good on a day. */
export const leftSql = (today: SQL): SQL => sql`(
  SELECT coalesce(sum((SELECT coalesce(sum(entry.amount), 0) FROM entries AS entry
    WHERE entry.studio_id = lot.studio_id AND entry.lot_id = lot.id)), 0)
  FROM ${sameLotsSql} AND lot.refunded_at IS NULL AND lot.expires_on >= ${today})`

/** The last one is used up to what was agreed: not refunded, and not merely over. */
export const lowSql = (today: SQL): SQL => sql`(${leftSql(today)} <= topup.at_left
  AND EXISTS (SELECT 1 FROM lots AS low WHERE low.studio_id = topup.studio_id
    AND low.id = ${lastLotSql} AND low.refunded_at IS NULL AND low.expires_on >= ${today}))`

/** What was agreed to is still sold, to somebody who may buy and can sign in to end it. */
export const sellsSql: SQL = sql`EXISTS (SELECT 1 FROM packages AS pack
    WHERE pack.studio_id = topup.studio_id AND pack.id = topup.package_id
      AND pack.archived_at IS NULL AND pack.price_minor > 0 AND pack.once_per_person = 0
      AND pack.bundle_id IS NULL AND pack.fixed_until IS NULL
      AND NOT EXISTS (SELECT 1 FROM packages AS later WHERE later.studio_id = pack.studio_id
        AND later.name = pack.name AND later.version > pack.version))
  AND EXISTS (SELECT 1 FROM people AS buyer WHERE buyer.studio_id = topup.studio_id
    AND buyer.id = topup.person_id AND buyer.archived_at IS NULL AND buyer.banned_at IS NULL
      AND buyer.user_id IS NOT NULL)`

/**
 * Packs that can be bought again automatically: `pack` of a studio, at their newest version. Not one
 * with a fixed last day, which could be charged the day before it is over.
 */
export const mayTopUpSql = (studioId: string): SQL => sql`pack.studio_id = ${studioId}
  AND pack.archived_at IS NULL AND pack.bundle_id IS NULL AND pack.once_per_person = 0
  AND pack.price_minor > 0 AND pack.fixed_until IS NULL AND pack.kind IN ('classes', 'appointments')
  AND NOT EXISTS (SELECT 1 FROM packages AS later WHERE later.studio_id = pack.studio_id
    AND later.name = pack.name AND later.version > pack.version)`

/** Anyone who agreed has an address that the letter before a charge goes to. */
export const reachedSql: SQL = sql`EXISTS (SELECT 1 FROM people AS told
  WHERE told.studio_id = topup.studio_id AND told.id = topup.person_id
    AND told.email <> '')`

/** The studio takes payments online. */
export const takesSql: SQL = sql`EXISTS (SELECT 1 FROM merchant_accounts AS account
  WHERE account.studio_id = topup.studio_id AND account.state = 'active')`
