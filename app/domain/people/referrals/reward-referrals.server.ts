import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { giveCreditStatement, paidByThemSql } from '#app/domain/billing/give-credit.server.ts'
import {
  billingSettingsStatement,
  settingsFrom,
} from '#app/domain/billing/settings/billing-settings.server.ts'
import { noticeStatement } from '#app/domain/messaging/notices.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type Look, lookAt } from '#app/domain/scope/look.ts'
import { paths } from '#app/paths.ts'
import { money } from '#app/values/wording.ts'

/** Referrals of one run; the next minute takes the others. */
const atOnce = 25

/** `FROM … WHERE …` of referrals whose friend has paid for something. */
const paidSql = ({ studio }: Look): SQL => sql`
  FROM referrals AS referral INDEXED BY referrals_open
  WHERE referral.studio_id = ${studio} AND referral.settled_at IS NULL
    AND EXISTS (SELECT 1 FROM payments AS payment
      WHERE ${paidByThemSql(sql`referral.studio_id`, sql`referral.friend_id`)})`

/** Whether a studio has a friend who has paid and nobody was thanked for. */
export const rewardReferralsDue = (look: Look): SQL => sql`EXISTS (SELECT 1 ${paidSql(look)})`

/**
 * Gives what the studio has set for a referral, once the friend has first paid for something: account
 * credit for who referred, and for the friend. Nothing for who had paid before they came (their
 * record was merged with an older one), for oneself, or a second time. Answers how many were settled.
 */
export async function rewardReferrals(ctx: StudioContext): Promise<number> {
  const { db, studio, now } = ctx
  const { due, saved } = await batch(db, {
    due: db.all<{ id: string; friendId: string }>(sql`
      SELECT referral.id, referral.friend_id AS friendId ${paidSql(lookAt(ctx))}
      ORDER BY referral.id LIMIT ${atOnce}`),
    saved: billingSettingsStatement(ctx),
  })
  const { referrerMinor, friendMinor } = settingsFrom(ctx, saved)
  let settled = 0
  for (const { id } of due) {
    const one = sql`referral.studio_id = ${studio.id} AND referral.id = ${id}`
    const of = (column: string) =>
      sql`(SELECT ${sql.raw(column)} FROM referrals AS referral WHERE ${one})`
    const deserved = sql`referral.referrer_id <> referral.friend_id
      AND NOT EXISTS (SELECT 1 FROM payments AS payment
        WHERE ${paidByThemSql(sql`referral.studio_id`, sql`referral.friend_id`)}
          AND payment.taken_at < referral.came_at)
      AND NOT EXISTS (SELECT 1 FROM referrals AS other
        WHERE other.studio_id = referral.studio_id AND other.friend_id = referral.friend_id
          AND other.id <> referral.id AND other.settled_at IS NOT NULL)`
    const rewarded = (column: string) =>
      sql`EXISTS (SELECT 1 FROM referrals AS referral WHERE ${one}
        AND referral.settled_at = ${now} AND ${sql.raw(column)} > 0)`
    const amount = (minor: number) => money(minor, studio.currency, studio.locale)
    const told = (column: string, personId: SQL, minor: number, text: string) =>
      noticeStatement(
        ctx,
        {
          personId,
          dedupeKey: `referral:${id}:${column}`,
          kind: 'referral-rewarded',
          text: `${amount(minor)} account credit: ${text}`,
          path: paths.portalReferrals(studio),
        },
        rewarded(`referral.${column}`),
      )
    const { settle } = await batch(db, {
      settle: db.run(sql`
        UPDATE referrals AS referral SET settled_at = ${now},
          referrer_minor = iif(${deserved}, ${referrerMinor}, 0),
          friend_minor = iif(${deserved}, ${friendMinor}, 0)
        WHERE ${one} AND referral.settled_at IS NULL`),
      toReferrer: giveCreditStatement(
        ctx,
        {
          personId: of('referral.referrer_id'),
          amountMinor: referrerMinor,
          cause: `referral:${id}:referrer`,
          reason: 'For bringing a friend',
        },
        rewarded('referral.referrer_minor'),
      ),
      toFriend: giveCreditStatement(
        ctx,
        {
          personId: of('referral.friend_id'),
          amountMinor: friendMinor,
          cause: `referral:${id}:friend`,
          reason: 'Welcome: a friend brought you',
        },
        rewarded('referral.friend_minor'),
      ),
      tellReferrer: told(
        'referrer_minor',
        of('referral.referrer_id'),
        referrerMinor,
        'a friend you brought has paid for something. Thank you!',
      ),
      tellFriend: told(
        'friend_minor',
        of('referral.friend_id'),
        friendMinor,
        'welcome! It pays for whatever you buy next.',
      ),
    })
    settled += changed(settle) > 0 ? 1 : 0
  }
  return settled
}
