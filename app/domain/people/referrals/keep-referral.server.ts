import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { paidByThemSql } from '#app/domain/billing/give-credit.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { studioLets } from '#app/domain/scope/portal-rules.ts'
import { derivedId } from '#app/values/id.ts'
import { addMinutes } from '#app/values/instant.ts'

/** What a referrer's code looks like. */
const referralCode = /^[\w-]{6,24}$/

/** Somebody is new for this long after they came onto the books. */
const newForMinutes = 24 * 60

/**
 * Keeps who brought somebody (`friendId`, an expression), by the code of the link they came by: once
 * a friend, only somebody new who has paid for nothing, and never oneself. Any other code keeps
 * nothing.
 */
export function referralStatement(
  ctx: StudioContext,
  { id, code, friendId }: { id: string; code: string; friendId: SQL },
): Statement<D1Result> | null {
  const { db, studio, now } = ctx
  if (!studioLets(studio, 'referrals') || !referralCode.test(code)) return null
  return db.run(sql`
    INSERT INTO referrals (id, studio_id, referrer_id, friend_id, came_at)
    SELECT ${id}, ${studio.id}, referrer.id, friend.id, ${now}
    ${keptSql(ctx, { code, friendId })}
    ON CONFLICT DO NOTHING`)
}

/** Whose link it is and who came by it, where that is kept. */
const keptSql = (
  { studio, now }: Pick<StudioContext, 'studio' | 'now'>,
  { code, friendId }: { code: string; friendId: SQL },
): SQL => sql`
    FROM referral_links AS link
    JOIN people AS referrer ON referrer.studio_id = link.studio_id AND referrer.id = link.person_id
      AND referrer.archived_at IS NULL AND referrer.banned_at IS NULL
    JOIN people AS friend ON friend.studio_id = link.studio_id AND friend.id = ${friendId}
      AND friend.id <> referrer.id AND friend.is_staff = 0
      AND (friend.email = '' OR friend.email <> referrer.email)
      AND (friend.prospect = 1 OR friend.created_at > ${addMinutes(now, -newForMinutes)})
    WHERE link.studio_id = ${studio.id} AND link.code = ${code}
      AND NOT EXISTS (SELECT 1 FROM referrals AS other
        WHERE other.studio_id = friend.studio_id AND other.friend_id = friend.id)
      AND NOT EXISTS (SELECT 1 FROM payments AS payment
        WHERE ${paidByThemSql(sql`friend.studio_id`, sql`friend.id`)})`

/** The same for somebody who has just signed up. */
export async function keepReferral(
  ctx: StudioContext,
  code: string,
  friendId: string,
): Promise<void> {
  const id = await derivedId('referral', ctx.studio.id, friendId)
  const keep = referralStatement(ctx, { id, code, friendId: sql`${friendId}` })
  if (keep) await batch(ctx.db, { keep })
}

/**
 * Who brought somebody by the code of a link, by first name, as `keepReferral` would keep it; null
 * where it would keep nothing.
 */
export async function broughtBy(
  ctx: StudioContext,
  code: string,
  friendId: string,
): Promise<string | null> {
  if (!studioLets(ctx.studio, 'referrals') || !referralCode.test(code)) return null
  const found = await ctx.db.all<{ name: string; called: string }>(sql`
    SELECT referrer.name, referrer.preferred_name AS called
    ${keptSql(ctx, { code, friendId: sql`${friendId}` })}`)
  return calledOf(found)
}

/** Whose link it is, by first name; null where it is nobody's, or the studio has none. */
export async function referrerOf(ctx: StudioContext, code: string): Promise<string | null> {
  if (!studioLets(ctx.studio, 'referrals') || !referralCode.test(code)) return null
  const { found } = await batch(ctx.db, {
    found: ctx.db.all<{ name: string; called: string }>(sql`
      SELECT person.name, person.preferred_name AS called FROM referral_links AS link
      JOIN people AS person ON person.studio_id = link.studio_id AND person.id = link.person_id
        AND person.archived_at IS NULL AND person.banned_at IS NULL
      WHERE link.studio_id = ${ctx.studio.id} AND link.code = ${code}`),
  })
  return calledOf(found)
}

const calledOf = ([row]: { name: string; called: string }[]): string | null =>
  row ? row.called || (row.name.split(' ')[0] ?? row.name) : null
