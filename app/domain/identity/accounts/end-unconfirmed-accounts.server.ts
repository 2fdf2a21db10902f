import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { instantFromMs } from '#app/values/instant.ts'
import type { IdentityContext } from '../identity-context.ts'

const hourMs = 60 * 60_000

/** Someone who signs up and does not confirm the address is waited for this long. */
const unconfirmedMs = 7 * 24 * hourMs

/**
 * Ends accounts that someone signed up for and nobody confirmed within seven days, for a batch: an
 * address is not kept for anyone who typed it first. Those that an administrator or an invitation
 * made wait for as long as it takes, as do those with a place in a studio, and a mail of the last
 * hour still works.
 */
export function endUnconfirmedStatements(
  { directory, nowMs }: Pick<IdentityContext, 'directory' | 'nowMs'>,
  { atOnce }: { atOnce: number },
): Record<`unconfirmed${string}`, Statement<D1Result>> {
  // The same ones for each statement: the accounts themselves go last.
  const ended = sql`
    SELECT id FROM auth_users
    WHERE signed_up_at <= ${instantFromMs(nowMs - unconfirmedMs)} AND email_confirmed_at IS NULL
      AND phone_confirmed_at IS NULL AND invited_at IS NULL AND last_sign_in_at IS NULL
      AND deleted_at IS NULL
      AND coalesce(confirmation_sent_at, '') <= ${instantFromMs(nowMs - hourMs)}
      AND NOT EXISTS (SELECT 1 FROM affiliations WHERE affiliations.user_id = auth_users.id)
    ORDER BY signed_up_at, id LIMIT ${atOnce}`
  return {
    unconfirmedSecrets: directory.run(
      sql`DELETE FROM auth_one_time_tokens WHERE user_id IN (${ended})`,
    ),
    unconfirmedIdentities: directory.run(
      sql`DELETE FROM auth_identities WHERE user_id IN (${ended})`,
    ),
    unconfirmedUsers: directory.run(sql`DELETE FROM users WHERE auth_id IN (${ended})`),
    unconfirmedAccounts: directory.run(sql`DELETE FROM auth_users WHERE id IN (${ended})`),
  }
}
