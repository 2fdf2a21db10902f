import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { instantFromMs } from '#app/values/instant.ts'
import {
  type Account,
  accountByEmailStatement,
  accountByIdStatement,
} from '../accounts/account-queries.server.ts'
import { changeAccount } from '../accounts/change-account.server.ts'
import {
  type Administrator,
  accountStatements,
  emailTakenStatement,
} from '../accounts/create-account.server.ts'
import { newAccount } from '../accounts/new-account.server.ts'
import { authAuditStatement } from '../auth-audit.server.ts'
import { afterUserCreated, beforeUserCreated } from '../hooks/hooks.server.ts'
import type { IdentityContext } from '../identity-context.ts'
import {
  keepSecretStatements,
  newOneTimeSecret,
  type OneTimeHolder,
  type OneTimeSecret,
} from './one-time-tokens.server.ts'
import type { OneTimeKind } from './one-time-types.ts'
import { hashPassword, verifyPassword } from './password-hash.server.ts'
import { contestStatement } from './password-in-doubt.server.ts'

export const linkTypes = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const

export type LinkType = (typeof linkTypes)[number]

export type LinkRequest = {
  type: LinkType
  /** Lower-cased. */
  email: string
  /** Of a `signup` of an address that has no account. */
  password?: string
  /** Of a change of address; lower-cased. */
  newEmail?: string
  userMetadata?: Record<string, unknown>
}

export type GenerateLinkResult =
  /**
   * `type` is what the secret is verified as: a magic link for an unknown address becomes a
   * sign-up.
   */
  | { ok: true; account: Account; secret: OneTimeSecret; type: LinkType }
  | {
      ok: false
      reason: 'user_not_found' | 'email_exists' | 'new_email_missing' | 'secure_change_off'
    }

const kindOf: Record<LinkType, OneTimeKind> = {
  signup: 'confirmation',
  invite: 'confirmation',
  magiclink: 'recovery',
  recovery: 'recovery',
  email_change_current: 'email_change_current',
  email_change_new: 'email_change_new',
}

const isChange = (type: LinkType) => type === 'email_change_current' || type === 'email_change_new'

/**
 * Makes a link and its code for an administrator, who sends them; nothing is mailed. A sign-up, an
 * invitation and a magic link make the account where there is none. Refused: recovery and changes
 * for an unknown address, a sign-up or an invitation of a confirmed one, a change to an address
 * that is someone's, and the link to the old address where only the new one is asked.
 */
export async function generateLink(
  ctx: IdentityContext,
  by: Administrator,
  request: LinkRequest,
): Promise<GenerateLinkResult> {
  const { email, newEmail } = request
  const [account] = await accountByEmailStatement(ctx.directory, email)
  if (!account) {
    if (request.type === 'recovery' || isChange(request.type))
      return { ok: false, reason: 'user_not_found' }
    return linkOfNewAccount(ctx, by, {
      ...request,
      type: request.type === 'magiclink' ? 'signup' : request.type,
    })
  }
  if ((request.type === 'signup' || request.type === 'invite') && account.emailConfirmedAt) {
    return { ok: false, reason: 'email_exists' }
  }
  if (isChange(request.type)) {
    if (request.type === 'email_change_current' && !ctx.configuration.secureEmailChange) {
      return { ok: false, reason: 'secure_change_off' }
    }
    if (!newEmail) return { ok: false, reason: 'new_email_missing' }
    const { taken } = await batch(ctx.directory, {
      taken: emailTakenStatement(ctx, { email: newEmail, aud: account.aud }, account.id),
    })
    if (taken.length > 0) return { ok: false, reason: 'email_exists' }
  } else if (request.type !== 'recovery' && request.userMetadata) {
    await changeAccount(ctx, by, account.id, { userMetadata: request.userMetadata })
  }
  if (request.type === 'signup' || request.type === 'invite')
    await contestUnlessSame(ctx, account, request)
  return keepLink(ctx, by, account, request)
}

/** Anyone who signed up before is not known to be the one that the link is for. */
async function contestUnlessSame(
  ctx: IdentityContext,
  { passwordHash }: Account,
  { email, password }: LinkRequest,
): Promise<void> {
  if (password !== undefined && (await verifyPassword(password, passwordHash))) return
  await batch(ctx.directory, { contested: contestStatement(ctx, { email }) })
}

/** A sign-up brings its password; an invitation and a magic link need none. */
async function linkOfNewAccount(
  ctx: IdentityContext,
  by: Administrator,
  request: LinkRequest,
): Promise<GenerateLinkResult> {
  const { type, email, password, userMetadata = {} } = request
  const account = newAccount(ctx, {
    email,
    passwordHash: password ? await hashPassword(password) : null,
    userMetadata,
    appMetadata: { provider: 'email', providers: ['email'] },
  })
  await beforeUserCreated(ctx, account)
  const made = sql`EXISTS (SELECT 1 FROM auth_users WHERE id = ${account.id})`
  const { accounts } = await batch(ctx.directory, {
    ...accountStatements(ctx, account),
    audit: authAuditStatement(
      ctx,
      {
        actorId: by.actorId,
        action: type === 'invite' ? 'user_invited' : 'user_signedup',
        traits: { user_id: account.id },
      },
      made,
    ),
    accounts: accountByEmailStatement(ctx.directory, email),
  })
  // Someone else may have made the account in the same moment: then the link is that account's.
  const owner = accounts[0]
  if (!owner || owner.emailConfirmedAt) return { ok: false, reason: 'email_exists' }
  if (owner.id === account.id) await afterUserCreated(ctx, account)
  return keepLink(ctx, by, owner, request)
}

async function keepLink(
  ctx: IdentityContext,
  { actorId }: Administrator,
  account: Account,
  { type, newEmail = '' }: LinkRequest,
): Promise<GenerateLinkResult> {
  const { directory } = ctx
  const secret = newOneTimeSecret(ctx)
  const holder: OneTimeHolder = {
    userId: account.id,
    sentTo: type === 'email_change_new' ? newEmail : (account.email ?? ''),
  }
  const traits = { user_id: account.id, type }
  const { accounts } = await batch(directory, {
    ...(isChange(type) ? otherChangesStatements(ctx, account.id, newEmail) : {}),
    noted: directory.run(sql`
      UPDATE auth_users SET ${noteOf(type, instantFromMs(ctx.nowMs), newEmail)}
      WHERE id = ${account.id}`),
    ...keepSecretStatements(ctx, { kind: kindOf[type], holder, secret }),
    audit: authAuditStatement(ctx, { actorId, action: actionOf(type), traits }),
    accounts: accountByIdStatement(directory, account.id),
  })
  const [now] = accounts
  return now ? { ok: true, account: now, secret, type } : { ok: false, reason: 'user_not_found' }
}

/** What the account remembers of the link. */
function noteOf(type: LinkType, at: string, newEmail: string): SQL {
  switch (type) {
    case 'signup':
      return sql`confirmation_sent_at = ${at}`
    case 'invite':
      return sql`invited_at = ${at}, confirmation_sent_at = ${at}`
    case 'magiclink':
    case 'recovery':
      return sql`recovery_sent_at = ${at}`
    case 'email_change_current':
    case 'email_change_new':
      return sql`new_email = ${newEmail}, email_change_sent_at = ${at}`
  }
}

function actionOf(type: LinkType) {
  if (type === 'recovery' || type === 'magiclink') return 'user_recovery_requested'
  return isChange(type) ? 'user_modified' : 'user_confirmation_requested'
}

/** A link of a change to another address must not confirm this one. */
function otherChangesStatements(
  { directory }: IdentityContext,
  userId: string,
  newEmail: string,
): Record<'others' | 'half', Statement<D1Result>> {
  const another = sql`EXISTS (SELECT 1 FROM auth_users
    WHERE id = ${userId} AND new_email IS NOT ${newEmail})`
  return {
    others: directory.run(sql`
      DELETE FROM auth_one_time_tokens
      WHERE user_id = ${userId} AND kind IN ('email_change_current', 'email_change_new')
        AND ${another}`),
    half: directory.run(
      sql`UPDATE auth_users SET email_change_half = NULL WHERE id = ${userId} AND ${another}`,
    ),
  }
}
