import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { authUsers } from '#app/db/directory-auth.ts'
import { type Address, accountByAddressStatement } from '../accounts/account-queries.server.ts'
import { emailChangeStatements, phoneChangeStatements } from '../accounts/change-address.server.ts'
import type { IdentityContext } from '../identity-context.ts'
import { confirmationSending, confirmationStatements } from './send-confirmation.server.ts'
import type { ReturnTarget } from './send-secret.server.ts'
import { countSendStatements, type SendRefusal, sendRefusal } from './sending-limits.server.ts'

export type ResendResult = { ok: true } | { ok: false; reason: 'too_many_tries' } | SendRefusal

/**
 * Sends again what is still waited for: the confirmation of an address, or of the address an
 * account asked for. Nothing goes out for an address that is unknown, confirmed, or has nothing
 * pending, and the answer is the same. Refused within a minute of the last one, known or not.
 */
export async function resendSecret(
  ctx: IdentityContext,
  { pending, ...input }: Address & ReturnTarget & { pending: 'confirmation' | 'change' },
): Promise<ResendResult> {
  if (!(await ctx.addressMay('resend'))) return { ok: false, reason: 'too_many_tries' }
  const address: Address = 'email' in input ? { email: input.email } : { phone: input.phone }
  if (pending === 'change') return resendChange(ctx, address, input)
  const sending = confirmationSending(address)
  const refusal = sendRefusal(
    ctx,
    sending,
    await batch(ctx.directory, countSendStatements(ctx, sending)),
  )
  if (refusal) return refusal
  await batch(ctx.directory, confirmationStatements(ctx, address, input))
  return { ok: true }
}

/** The address is the present one of the account, or the one that it asked for. */
async function resendChange(
  ctx: IdentityContext,
  address: Address,
  target: ReturnTarget,
): Promise<ResendResult> {
  const { directory } = ctx
  const [channel, kind, name] =
    'email' in address
      ? (['email', 'email_change', address.email] as const)
      : (['sms', 'phone_change', address.phone] as const)
  const asked = 'email' in address ? sql`'email_change_new'` : sql`'phone_change'`
  const { present, future } = await batch(directory, {
    present: accountByAddressStatement(directory, address),
    future: directory
      .select()
      .from(authUsers)
      .where(
        sql`${authUsers.deletedAt} IS NULL AND ${authUsers.id} IN (
          SELECT user_id FROM auth_one_time_tokens WHERE relates_to = ${name} AND kind = ${asked})`,
      ),
  })
  const account = [...present, ...future].find(
    (found) => ('email' in address ? found.newEmail : found.newPhone) !== null,
  )
  // Of the address and not of the account: how soon it is refused must not tell whether there is
  // one.
  const sending = { channel, kind, address: name }
  const refusal = sendRefusal(
    ctx,
    sending,
    await batch(directory, countSendStatements(ctx, sending)),
  )
  if (refusal) return refusal
  if (account?.newEmail && 'email' in address) {
    await batch(directory, emailChangeStatements(ctx, account, account.newEmail, target))
  }
  if (account?.newPhone && 'phone' in address) {
    await batch(directory, phoneChangeStatements(ctx, account, account.newPhone))
  }
  return { ok: true }
}
