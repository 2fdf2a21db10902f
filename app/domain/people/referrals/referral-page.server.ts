/** Referrals as a member and the desk read them. */
import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { MemberContext, StudioContext } from '#app/domain/scope/contexts.ts'
import { studioLets } from '#app/domain/scope/portal-rules.ts'
import { randomCharacters } from '#app/values/id.ts'

/** Makes the member's own link, where the studio has such; twice is one. */
export async function makeReferralLink(ctx: MemberContext): Promise<boolean> {
  const { db, studio, person, now } = ctx
  if (!studioLets(studio, 'referrals')) return false
  await batch(db, {
    make: db.run(sql`
      INSERT INTO referral_links (studio_id, person_id, code, created_at)
      VALUES (${studio.id}, ${person.id}, ${randomCharacters(10)}, ${now})
      ON CONFLICT DO NOTHING`),
  })
  return true
}

/** The code of the member's link; null until they made one. */
export const referralLinkStatement = ({
  db,
  studio,
  person,
}: MemberContext): Statement<{ code: string }[]> =>
  db.all<{ code: string }>(sql`SELECT code FROM referral_links
    WHERE studio_id = ${studio.id} AND person_id = ${person.id}`)

export type ReferralRow = {
  id: string
  friendId: string
  name: string
  called: string
  cameAt: string
  settledAt: string | null
  referrerMinor: number
}

/** Whom somebody brought, newest first. */
export const broughtStatement = (
  { db, studio }: StudioContext,
  personId: string,
): Statement<ReferralRow[]> =>
  db.all<ReferralRow>(sql`
    SELECT referral.id, friend.id AS friendId, friend.name, friend.preferred_name AS called,
      referral.came_at AS cameAt, referral.settled_at AS settledAt,
      referral.referrer_minor AS referrerMinor
    FROM referrals AS referral JOIN people AS friend ON friend.studio_id = referral.studio_id
      AND friend.id = referral.friend_id
    WHERE referral.studio_id = ${studio.id} AND referral.referrer_id = ${personId}
      AND referral.friend_id <> referral.referrer_id
    ORDER BY referral.came_at DESC LIMIT 30`)

/** For a profile: who brought somebody, and how many they brought; one row. */
export const referralFactsStatement = (
  { db, studio }: StudioContext,
  personId: string,
): Statement<{ referrer: string | null; brought: number }[]> =>
  db.all<{ referrer: string | null; brought: number }>(sql`
    SELECT (SELECT json_object('id', referrer.id, 'name', referrer.name)
        FROM referrals AS referral JOIN people AS referrer
          ON referrer.studio_id = referral.studio_id AND referrer.id = referral.referrer_id
        WHERE referral.studio_id = ${studio.id} AND referral.friend_id = ${personId}
          AND referral.referrer_id <> referral.friend_id
        ORDER BY referral.came_at LIMIT 1) AS referrer,
      (SELECT count(*) FROM referrals AS referral WHERE referral.studio_id = ${studio.id}
        AND referral.referrer_id = ${personId}
        AND referral.friend_id <> referral.referrer_id) AS brought`)
