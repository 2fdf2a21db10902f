import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { changeAddress } from '#app/messages/accounts/change-address.ts'
import { paths } from '#app/paths.ts'
import { instantFromMs } from '#app/values/instant.ts'
import type { IdentityContext } from '../identity-context.ts'
import {
  mailSecretStatements,
  type ReturnTarget,
  textSecretStatements,
} from '../secrets/send-secret.server.ts'
import {
  countSendStatements,
  type Sending,
  type SendRefusal,
  sendRefusal,
} from '../secrets/sending-limits.server.ts'
import {
  type Account,
  accountByEmailStatement,
  accountByPhoneStatement,
} from './account-queries.server.ts'
import { verifiedAddressStatements } from './verified-address.server.ts'

export type AddressChangeRefusal =
  | { ok: false; reason: 'email_exists' | 'phone_exists' | 'phone_disabled' }
  | SendRefusal

type Statements = Record<string, Statement<D1Result> | null | undefined>

/**
 * Prepares a change of the e-mail address or phone number, as statements for the batch of
 * `changeUser`. The new address waits in `new_email` or `new_phone` until it is confirmed; with
 * AUTH_SECURE_EMAIL_CHANGE the present address is asked as well. At once only where no confirmation
 * is asked: for a phone, and for the first address of an anonymous account. Refused: an address of
 * another account, phones switched off, a second message within a minute.
 */
export async function planAddressChanges(
  ctx: IdentityContext,
  account: Account,
  { email, phone, ...target }: ReturnTarget & { email?: string; phone?: string },
): Promise<{ ok: true; statements: Statements } | AddressChangeRefusal> {
  const { directory, configuration } = ctx
  const newEmail = email !== undefined && email !== account.email ? email : null
  const newPhone = phone !== undefined && phone !== account.phone ? phone : null
  if (newPhone !== null && !configuration.phoneEnabled)
    return { ok: false, reason: 'phone_disabled' }
  const { emails, phones } = await batch(directory, {
    emails: newEmail === null ? null : accountByEmailStatement(directory, newEmail),
    phones: newPhone === null ? null : accountByPhoneStatement(directory, newPhone),
  })
  if (emails?.[0]) return { ok: false, reason: 'email_exists' }
  if (phones?.[0]) return { ok: false, reason: 'phone_exists' }

  const emailAtOnce = account.isAnonymous && !configuration.emailConfirmation
  const mailed = newEmail !== null && !emailAtOnce
  const texted = newPhone !== null && configuration.phoneConfirmation
  for (const sending of sendingsOf(account, mailed, texted)) {
    const refusal = sendRefusal(
      ctx,
      sending,
      await batch(directory, countSendStatements(ctx, sending)),
    )
    if (refusal) return refusal
  }
  const statements: Statements = {}
  if (newEmail !== null) {
    const made = emailAtOnce
      ? verifiedAddressStatements(ctx, account, { email: newEmail }, sql`1`)
      : emailChangeStatements(ctx, account, newEmail, target)
    for (const [name, statement] of Object.entries(made)) statements[`email ${name}`] = statement
  }
  if (newPhone !== null) {
    const made = texted
      ? phoneChangeStatements(ctx, account, newPhone)
      : verifiedAddressStatements(ctx, account, { phone: newPhone }, sql`1`)
    for (const [name, statement] of Object.entries(made)) statements[`phone ${name}`] = statement
  }
  return { ok: true, statements }
}

function sendingsOf({ id }: Account, mailed: boolean, texted: boolean): Sending[] {
  return [
    ...(mailed ? [{ channel: 'email' as const, kind: 'email_change' as const, address: id }] : []),
    ...(texted ? [{ channel: 'sms' as const, kind: 'phone_change' as const, address: id }] : []),
  ]
}

/**
 * Asks for the new e-mail address, and mails the secrets of both halves. Also what `resendChange`
 * sends again.
 */
export function emailChangeStatements(
  ctx: IdentityContext,
  account: Account,
  newEmail: string,
  { next, redirectTo, codeChallenge }: ReturnTarget,
): Statements {
  const { id: userId, email } = account
  const both = ctx.configuration.secureEmailChange && email !== null
  const mail = (half: 'current' | 'new', to: string) =>
    mailSecretStatements(ctx, {
      kind: `email_change_${half}`,
      holder: { userId, sentTo: to },
      to,
      file: 'change-address',
      letter: ({ token, code, minutes }) => {
        const query = { token_hash: token, type: 'email_change', next: next ?? undefined }
        const href = ctx.origin + paths.confirm({ ...query, redirect_to: redirectTo ?? undefined })
        return changeAddress({ half, newEmail, href, code, minutes, both })
      },
      method: 'email_change',
      codeChallenge,
    })
  const named = (half: string, statements: Statements) =>
    Object.fromEntries(
      Object.entries(statements).map(([name, statement]) => [`${half} ${name}`, statement]),
    )
  return {
    // What was mailed for another address is void; the same once more takes nothing back, since
    // anyone may ask for that (`resendSecret`).
    voided: ctx.directory.run(sql`
      DELETE FROM auth_one_time_tokens
      WHERE user_id = ${userId} AND kind IN ('email_change_current', 'email_change_new')
        AND EXISTS (SELECT 1 FROM auth_users WHERE id = ${userId} AND new_email IS NOT ${newEmail})`),
    asked: ctx.directory.run(sql`
      UPDATE auth_users SET
        email_change_half = CASE WHEN new_email IS ${newEmail} THEN email_change_half END,
        new_email = ${newEmail}, email_change_sent_at = ${instantFromMs(ctx.nowMs)},
        updated_at = ${instantFromMs(ctx.nowMs)}
      WHERE id = ${userId}`),
    ...named('new', mail('new', newEmail)),
    ...(both ? named('current', mail('current', email)) : {}),
  }
}

/** Asks for the new phone number, and sends its code. Also what `resendChange` sends again. */
export function phoneChangeStatements(
  ctx: IdentityContext,
  { id: userId }: Account,
  newPhone: string,
): Statements {
  return {
    asked: ctx.directory.run(sql`
      UPDATE auth_users SET new_phone = ${newPhone},
        phone_change_sent_at = ${instantFromMs(ctx.nowMs)}, updated_at = ${instantFromMs(ctx.nowMs)}
      WHERE id = ${userId}`),
    ...textSecretStatements(ctx, {
      kind: 'phone_change',
      holder: { userId, sentTo: newPhone },
      phone: newPhone,
    }),
  }
}
