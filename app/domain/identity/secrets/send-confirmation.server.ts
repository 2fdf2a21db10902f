import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { confirmAddress } from '#app/messages/accounts/confirm-address.ts'
import { paths } from '#app/paths.ts'
import { instantFromMs } from '#app/values/instant.ts'
import { type Address, hasAddress } from '../accounts/account-queries.server.ts'
import type { IdentityContext } from '../identity-context.ts'
import { evenOutStatement } from '../limits.server.ts'
import {
  mailSecretStatements,
  type ReturnTarget,
  textSecretStatements,
} from './send-secret.server.ts'
import { countSendStatements, type SendRefusal, sendRefusal } from './sending-limits.server.ts'

/**
 * Sends a fresh confirmation to an account that is there and has not confirmed the address, as part
 * of a batch: a mail with a link and a code, or a text message with a code. Nothing happens for any
 * other address. `onlyIf` as in the outbox.
 */
export function confirmationStatements(
  ctx: IdentityContext,
  address: Address,
  { studio, next, redirectTo, codeChallenge }: ReturnTarget,
  onlyIf: SQL = sql`1`,
): Record<
  'flow' | 'olderCodes' | 'secret' | 'message' | 'sent',
  Statement<D1Result> | null | undefined
> {
  const unconfirmed =
    'email' in address ? sql`email_confirmed_at IS NULL` : sql`phone_confirmed_at IS NULL`
  const waiting = sql`${onlyIf}
    AND EXISTS (SELECT 1 FROM auth_users WHERE ${hasAddress(address)} AND ${unconfirmed})`
  const sent = ctx.directory.run(
    sql`UPDATE auth_users SET confirmation_sent_at = ${instantFromMs(ctx.nowMs)}
      WHERE ${hasAddress(address)} AND ${waiting}`,
  )
  if ('phone' in address) {
    const text = { kind: 'phone' as const, holder: address, phone: address.phone }
    return { flow: null, ...textSecretStatements(ctx, text, waiting), sent }
  }
  const hrefOf = (token: string) =>
    ctx.origin +
    paths.confirm({
      token_hash: token,
      type: 'email',
      next: next ?? undefined,
      studio: studio?.slug ?? undefined,
      redirect_to: redirectTo ?? undefined,
    })
  const mail = {
    kind: 'confirmation' as const,
    holder: address,
    to: address.email,
    file: 'confirm-address',
    letter: ({ token, code, minutes }: { token: string; code: string; minutes: number }) =>
      confirmAddress({ href: hrefOf(token), code, studio: studio?.name ?? null, minutes }),
    method: 'email/signup',
    codeChallenge,
  }
  return { ...mailSecretStatements(ctx, mail, waiting), sent }
}

export type SendConfirmationResult = { ok: true } | SendRefusal

/** What is counted for a confirmation. */
export const confirmationSending = (address: Address) =>
  'email' in address
    ? { channel: 'email' as const, kind: 'confirmation' as const, address: address.email }
    : { channel: 'sms' as const, kind: 'confirmation' as const, address: address.phone }

/**
 * Sends the confirmation again. Refused within a minute of the last one, whether or not the address
 * is known, so that the answer tells nobody anything.
 */
export async function sendConfirmation(
  ctx: IdentityContext,
  input: Address & ReturnTarget,
): Promise<SendConfirmationResult> {
  const sending = confirmationSending(input)
  const refusal = sendRefusal(
    ctx,
    sending,
    await batch(ctx.directory, countSendStatements(ctx, sending)),
  )
  if (refusal) return refusal
  await batch(ctx.directory, {
    even: evenOutStatement(ctx),
    ...confirmationStatements(ctx, input, input),
  })
  return { ok: true }
}
