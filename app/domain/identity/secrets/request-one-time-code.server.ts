import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { signInLink } from '#app/messages/accounts/sign-in-link.ts'
import { paths } from '#app/paths.ts'
import { instantFromMs } from '#app/values/instant.ts'
import {
  type Address,
  accountByAddressStatement,
  hasAddress,
  hasConfirmed,
} from '../accounts/account-queries.server.ts'
import { accountStatements, unwrittenAccount } from '../accounts/sign-up.server.ts'
import { afterUserCreated, beforeUserCreated } from '../hooks/hooks.server.ts'
import type { IdentityContext } from '../identity-context.ts'
import { evenOutStatement } from '../limits.server.ts'
import { contestStatement } from './password-in-doubt.server.ts'
import { confirmationStatements } from './send-confirmation.server.ts'
import {
  mailSecretStatements,
  type ReturnTarget,
  textSecretStatements,
} from './send-secret.server.ts'
import { countSendStatements, type SendRefusal, sendRefusal } from './sending-limits.server.ts'

export type RequestOneTimeCodeResult =
  | { ok: true }
  | { ok: false; reason: 'phone_disabled' | 'too_many_tries' | 'no_account' | 'sign_up_disabled' }
  | SendRefusal

/**
 * Sends a link and a code that sign in without a password, by email, or a code by text message. An
 * address without an account gets one with no password (`createUser: false` refuses it, which the
 * wire contract lets everyone know); one that is not confirmed gets its confirmation instead, which
 * signs in as well. The answer and the minute between two messages are the same whether or not
 * there is an account. Who asks for a code does not know the password that may wait at an address
 * nobody confirmed, which puts it in doubt. Refused: phones switched off, too many tries, a second
 * message within a minute, sign-up switched off for anyone who has no account. The address is in
 * its stored form.
 */
export async function requestOneTimeCode(
  ctx: IdentityContext,
  input: Address &
    ReturnTarget & { createUser?: boolean | 'quietly'; metadata?: Record<string, unknown> },
): Promise<RequestOneTimeCodeResult> {
  const { configuration, directory } = ctx
  const { createUser = true, metadata = {} } = input
  const address: Address = 'email' in input ? { email: input.email } : { phone: input.phone }
  if ('phone' in address && !configuration.phoneEnabled)
    return { ok: false, reason: 'phone_disabled' }
  if (!(await ctx.addressMay('otp'))) return { ok: false, reason: 'too_many_tries' }

  const sending =
    'email' in address
      ? { channel: 'email' as const, kind: 'recovery' as const, address: address.email }
      : { channel: 'sms' as const, kind: 'recovery' as const, address: address.phone }
  const {
    existing,
    contested: _,
    ...counts
  } = await batch(directory, {
    ...countSendStatements(ctx, sending),
    existing: accountByAddressStatement(directory, address),
    contested: contestStatement(ctx, address),
  })
  const refusal = sendRefusal(ctx, sending, counts)
  if (refusal) return refusal
  const [found] = existing
  if (!found && createUser === false) return { ok: false, reason: 'no_account' }
  const quietly = !found && createUser === 'quietly'
  if (!found && !quietly && !configuration.signUpEnabled)
    return { ok: false, reason: 'sign_up_disabled' }

  const mayMake = createUser === true && configuration.signUpEnabled
  const unwritten = mayMake ? unwrittenAccount(ctx, address, metadata) : null
  const fresh = found ? null : unwritten
  const account = fresh ?? found
  if (fresh) await beforeUserCreated(ctx, fresh)
  await batch(directory, {
    even: evenOutStatement(ctx),
    // For anyone who has an account they run too and write nothing: time must not tell.
    ...(unwritten
      ? accountStatements(ctx, address, { name: '', acceptsTerms: false }, unwritten)
      : {}),
    asked: 'email' in address ? askedStatement(ctx, address) : null,
    // Once more: someone may have signed up since.
    contested: contestStatement(ctx, address),
    // For nobody the same statements run and write nothing.
    ...(quietly || (account && hasConfirmed(account, address))
      ? signInStatements(ctx, address, input)
      : confirmationStatements(ctx, address, input)),
  })
  if (fresh) await afterUserCreated(ctx, fresh)
  return { ok: true }
}

/** The secret that signs a confirmed address in. */
function signInStatements(
  ctx: IdentityContext,
  address: Address,
  { studio, next, redirectTo, codeChallenge }: ReturnTarget,
) {
  const known = sql`EXISTS (SELECT 1 FROM auth_users WHERE ${hasAddress(address)})`
  const sent = ctx.directory.run(
    sql`UPDATE auth_users SET recovery_sent_at = ${instantFromMs(ctx.nowMs)}
      WHERE ${hasAddress(address)}`,
  )
  if ('phone' in address) {
    return {
      ...textSecretStatements(ctx, { kind: 'phone', holder: address, phone: address.phone }, known),
      sent,
    }
  }
  const mail = {
    kind: 'recovery' as const,
    holder: address,
    to: address.email,
    file: 'sign-in-link',
    letter: ({ token, code, minutes }: { token: string; code: string; minutes: number }) => {
      const query = {
        token_hash: token,
        type: 'magiclink',
        next: next ?? undefined,
        studio: studio?.slug,
      }
      return signInLink({
        href: ctx.origin + paths.confirm({ ...query, redirect_to: redirectTo ?? undefined }),
        code,
        minutes,
      })
    },
    method: 'magiclink',
    codeChallenge,
  }
  return { ...mailSecretStatements(ctx, mail, known), sent }
}

/** A line for the account that has confirmed the address. */
const askedStatement = (ctx: IdentityContext, address: { email: string }) =>
  ctx.directory.run(sql`
    INSERT INTO auth_audit_entries (id, actor_id, action, ip, created_at)
    SELECT ${crypto.randomUUID()}, id, 'user_recovery_requested', ${ctx.caller.ip},
      ${instantFromMs(ctx.nowMs)}
    FROM auth_users WHERE ${hasAddress(address)} AND email_confirmed_at IS NOT NULL`)
