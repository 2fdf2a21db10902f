import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import { addressTaken } from '#app/messages/accounts/address-taken.ts'
import { paths } from '#app/paths.ts'
import type { IdentityContext } from '../identity-context.ts'
import type { ReturnTarget } from '../secrets/send-secret.server.ts'
import { type Address, hasAddress } from './account-queries.server.ts'

/**
 * Mails the owner of a confirmed address that someone signed up with it, as part of a sign-up's
 * batch; for every other address it writes nothing. It is the confirmation that was counted for the
 * sign-up. Phones get no text message for it.
 */
export function tellAddressOwnerStatement(
  ctx: IdentityContext,
  address: Address,
  { studio, next }: ReturnTarget,
): Statement<D1Result> | null {
  if (!('email' in address)) return null
  const query = { next: next ?? undefined, studio: studio?.slug ?? undefined }
  return queueStatement(
    ctx.directory,
    {
      studioId: null,
      dedupeKey: `address-taken:${crypto.randomUUID()}`,
      to: address.email,
      kind: 'address-taken',
      letter: addressTaken({
        href: ctx.origin + paths.signIn(query),
        studio: studio?.name ?? null,
      }),
    },
    ctx.nowMs,
    sql`EXISTS (SELECT 1 FROM auth_users
      WHERE ${hasAddress(address)} AND email_confirmed_at IS NOT NULL)`,
  )
}
