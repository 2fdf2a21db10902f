import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Look } from '#app/domain/scope/look.ts'
import type { Instant } from '#app/values/instant.ts'
import { localDate } from '#app/values/zone.ts'
import { keepsCardSql } from './gift-card-sql.server.ts'

/** Cards that one run ends; the next minute takes the rest. */
const atOnce = 200

/**
 * Over `gift_cards AS card`: its last day is over and something is left on it that no purchase under
 * way was promised.
 */
const overSql = (studio: SQL, today: SQL, now: Instant): SQL => sql`card.studio_id = ${studio}
  AND card.expires_on IS NOT NULL AND card.expires_on < ${today}
  AND card.state = 'live' AND card.balance_minor > 0
  AND NOT EXISTS (SELECT 1 FROM checkouts AS kept
    WHERE kept.studio_id = card.studio_id AND kept.gift_card_id = card.id AND ${keepsCardSql(now)})`

/** Whether a studio has cards whose last day is over with something left on them. */
export const expireGiftCardsDue = ({ studio, today, now }: Look): SQL => sql`EXISTS (
  SELECT 1 FROM gift_cards AS card INDEXED BY gift_cards_to_end WHERE ${overSql(studio, today, now)})`

/**
 * Takes what is left off cards whose last day, in the studio's zone, is over: it is owed to nobody
 * any more, and earned by nobody's use (breakage, R12). Once a card and last day, so a second run
 * finds nothing. Answers how many ended.
 */
export async function expireGiftCards({ db, studio, now }: StudioContext): Promise<number> {
  const today = localDate(now, studio.timeZone)
  const ended = await db.all(sql`
    INSERT INTO gift_card_entries (studio_id, card_id, kind, amount_minor, cause, created_at)
    SELECT card.studio_id, card.id, 'expired', -card.balance_minor,
      'expired:' || card.id || ':' || card.expires_on, ${now}
    FROM gift_cards AS card INDEXED BY gift_cards_to_end WHERE ${overSql(sql`${studio.id}`, sql`${today}`, now)}
    LIMIT ${atOnce}
    ON CONFLICT DO NOTHING RETURNING card_id`)
  return ended.length
}
