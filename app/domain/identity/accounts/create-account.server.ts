import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { instantFromMs } from '#app/values/instant.ts'
import { authAuditStatement } from '../auth-audit.server.ts'
import { afterUserCreated, beforeUserCreated } from '../hooks/hooks.server.ts'
import type { IdentityContext } from '../identity-context.ts'
import { hashPassword } from '../secrets/password-hash.server.ts'
import { type Account, accountByIdStatement } from './account-queries.server.ts'
import type { Metadata } from './metadata.ts'
import { type NewIdentity, newAccount, newAccountStatements } from './new-account.server.ts'

/** What an administrator says of an account. Missing fields stay as they are. */
export type AccountValues = {
  /** Lower-cased. */
  email?: string
  /** Digits of E.164 without the plus. */
  phone?: string
  /** Of at most 72 bytes. */
  password?: string
  /** One that `importedHashProblem` has no word against. */
  passwordHash?: string
  emailConfirm?: boolean
  phoneConfirm?: boolean
  userMetadata?: Metadata
  appMetadata?: Metadata
  role?: string
  aud?: string
  /** Banned for this long from now; 0 lifts a ban. */
  bannedForMs?: number
}

/** Who administers: an account's id, or the role of a key. */
export type Administrator = { actorId: string }

export type AddressTaken = 'email_exists' | 'phone_exists'

export type CreateAccountResult =
  | { ok: true; account: Account }
  | { ok: false; reason: AddressTaken | 'id_exists' }

/**
 * Makes an account with its row of `users`, without a mail and without asking the password's
 * strength. Its metadata is exactly what was sent; a confirmed address adds its mark. Refused: an
 * address or an id that is taken, also by someone who takes it at the same moment.
 */
export async function createAccount(
  ctx: IdentityContext,
  by: Administrator,
  { id = crypto.randomUUID(), ...values }: AccountValues & { id?: string },
): Promise<CreateAccountResult> {
  const account = await accountOf(ctx, id, values)
  const { email } = account
  await beforeUserCreated(ctx, account)
  try {
    const { made, taken } = await batch(ctx.directory, {
      ...accountStatements(ctx, account),
      audit: authAuditStatement(
        ctx,
        {
          actorId: by.actorId,
          action: 'user_signedup',
          traits: { user_id: id, provider: email ? 'email' : 'phone' },
        },
        sql`EXISTS (SELECT 1 FROM auth_users WHERE id = ${id})`,
      ),
      made: accountByIdStatement(ctx.directory, id),
      taken: emailTakenStatement(ctx, { email, aud: account.aud }),
    })
    if (made[0]) {
      await afterUserCreated(ctx, made[0])
      return { ok: true, account: made[0] }
    }
    return { ok: false, reason: taken.length > 0 ? 'email_exists' : 'phone_exists' }
  } catch (error) {
    // The id is someone's already: its row of `users` stops the whole batch.
    if (/UNIQUE constraint failed: (users|auth_identities)\./.test(String(error))) {
      return { ok: false, reason: 'id_exists' }
    }
    throw error
  }
}

/**
 * The account and its identities for a batch; `name` of its `users` row is the metadata's, where
 * that is text.
 */
export function accountStatements(
  ctx: IdentityContext,
  account: Account,
): Record<string, Statement<D1Result>> {
  const { id, email, phone, emailConfirmedAt, phoneConfirmedAt, userMetadata } = account
  const { name } = userMetadata
  return newAccountStatements(ctx, account, {
    identities: [
      ...(email ? [identityOf(id, { email, email_verified: emailConfirmedAt !== null })] : []),
      ...(phone ? [identityOf(id, { phone, phone_verified: phoneConfirmedAt !== null })] : []),
    ],
    name: typeof name === 'string' ? name.slice(0, 80) : '',
    complete: false,
  })
}

const identityOf = (
  id: string,
  data: { email: string; email_verified: boolean } | { phone: string; phone_verified: boolean },
): NewIdentity => ({
  provider: 'email' in data ? 'email' : 'phone',
  providerId: id,
  data: { sub: id, email_verified: false, phone_verified: false, ...data },
})

async function accountOf(
  ctx: IdentityContext,
  id: string,
  values: AccountValues,
): Promise<Account> {
  const at = instantFromMs(ctx.nowMs)
  const {
    email = null,
    phone = null,
    password,
    passwordHash = null,
    emailConfirm,
    phoneConfirm,
  } = values
  const providers = [...(email ? ['email'] : []), ...(phone ? ['phone'] : [])]
  return newAccount(ctx, {
    id,
    email,
    phone,
    ...(values.role ? { role: values.role } : {}),
    ...(values.aud ? { aud: values.aud } : {}),
    passwordHash: password ? await hashPassword(password) : passwordHash,
    emailConfirmedAt: email && emailConfirm ? at : null,
    phoneConfirmedAt: phone && phoneConfirm ? at : null,
    bannedUntil: values.bannedForMs ? instantFromMs(ctx.nowMs + values.bannedForMs) : null,
    userMetadata: {
      ...values.userMetadata,
      ...(email && emailConfirm ? { email_verified: true } : {}),
      ...(phone && phoneConfirm ? { phone_verified: true } : {}),
    },
    appMetadata: { ...values.appMetadata, provider: providers[0], providers },
  })
}

/** Whether an address is someone's, for the batch that was refused. */
export function emailTakenStatement(
  { directory }: Pick<IdentityContext, 'directory'>,
  { email, aud }: { email: string | null; aud: string },
  but = '',
): Statement<{ id: string }[]> {
  return directory.all<{ id: string }>(
    sql`SELECT id FROM auth_users
      WHERE email = ${email} AND aud = ${aud} AND is_sso_user = 0 AND id <> ${but}`,
  )
}
