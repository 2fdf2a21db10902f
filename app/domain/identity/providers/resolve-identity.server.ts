import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { authIdentities, authUsers } from '#app/db/directory-auth.ts'
import { instantFromMs } from '#app/values/instant.ts'
import {
  type Account,
  accountByEmailStatement,
  accountByIdStatement,
  isBanned,
} from '../accounts/account-queries.server.ts'
import { claimStatements, notifyAccountStatement } from '../accounts/claim-account.server.ts'
import { newAccount, newAccountStatements } from '../accounts/new-account.server.ts'
import { authAuditStatement } from '../auth-audit.server.ts'
import { afterUserCreated, beforeUserCreated } from '../hooks/hooks.server.ts'
import type { IdentityContext } from '../identity-context.ts'
import type { ActiveProvider } from './active-providers.server.ts'
import type { ExternalIdentity } from './external-identity.ts'

export type ResolveIdentityResult =
  | { ok: true; account: Account; isNew: boolean }
  | {
      ok: false
      reason:
        | 'email_missing'
        /**
         * The provider does not vouch for the address, or may not: a studio's own only for the
         * studio's domains.
         */
        | 'email_not_verified'
        | 'sign_up_disabled'
        | 'user_banned'
        /** Asked to link it to one account while another has it. */
        | 'identity_taken'
        | 'user_not_found'
        /** The session that asked for the link has ended since. */
        | 'session_not_found'
    }

/** The account that gets an identity, and its session that asked for that. */
export type LinkTarget = { userId: string; sessionId: string }

/** Someone else may get there first this often. */
const tries = 3

/**
 * The account of someone that a provider vouches for. Known by the identity, else by its verified
 * address, else made. An address that its account never confirmed is confirmed by it, and anyone
 * who signed up with it first loses every way in. People of a studio's own provider are never found
 * by their address: they have accounts of their own. With `linkTo` the identity is added to that
 * account instead, while its session lives.
 */
export async function resolveIdentity(
  ctx: IdentityContext,
  provider: Pick<ActiveProvider, 'domains'>,
  identity: ExternalIdentity,
  { linkTo = null }: { linkTo?: LinkTarget | null } = {},
): Promise<ResolveIdentityResult> {
  for (let i = 0; i < tries; i += 1) {
    const result = await resolveOnce(ctx, provider, identity, linkTo)
    if (result) return result
  }
  throw new Error(`Identity ${identity.provider} kept changing under ${tries} tries`)
}

/** Null when someone else wrote in between: look again. */
async function resolveOnce(
  ctx: IdentityContext,
  { domains }: Pick<ActiveProvider, 'domains'>,
  identity: ExternalIdentity,
  linkTo: LinkTarget | null,
): Promise<ResolveIdentityResult | null> {
  const { directory } = ctx
  const { email } = identity
  const isSso = domains !== null
  const vouched = email !== null && (isSso ? isOfDomain(email, domains) : identity.emailVerified)
  const { owners, namesakes, targets, sessions } = await batch(directory, {
    owners: directory
      .select({ account: authUsers })
      .from(authIdentities)
      .innerJoin(
        authUsers,
        sql`${authUsers.id} = ${authIdentities.userId} AND ${authUsers.deletedAt} IS NULL`,
      )
      .where(
        sql`${authIdentities.provider} = ${identity.provider}
          AND ${authIdentities.providerId} = ${identity.providerId}`,
      ),
    namesakes: vouched && !isSso ? accountByEmailStatement(directory, email) : null,
    targets: linkTo ? accountByIdStatement(directory, linkTo.userId) : null,
    sessions: linkTo
      ? directory.all<{ lives: number }>(sql`SELECT ${livesSql(linkTo)} AS lives`)
      : null,
  })
  const owner = owners[0]?.account
  if (linkTo) {
    const target = targets?.[0]
    if (owner) return { ok: false, reason: 'identity_taken' }
    if (!target) return { ok: false, reason: 'user_not_found' }
    if (!sessions?.[0]?.lives) return { ok: false, reason: 'session_not_found' }
    return link(ctx, target, identity, { linkTo })
  }
  const account = owner ?? namesakes?.[0]
  if (account && isBanned(account, ctx.nowMs)) return { ok: false, reason: 'user_banned' }
  if (owner) return signInOwner(ctx, owner, identity, vouched)
  if (email === null) return { ok: false, reason: 'email_missing' }
  if (!vouched) return { ok: false, reason: 'email_not_verified' }
  if (account) return link(ctx, account, identity, { linkTo: null })
  if (!ctx.configuration.signUpEnabled) return { ok: false, reason: 'sign_up_disabled' }
  return make(ctx, identity, email, isSso)
}

const isOfDomain = (email: string, domains: string[]) =>
  domains.includes(email.slice(email.indexOf('@') + 1))

const livesSql = ({ userId, sessionId }: LinkTarget) =>
  sql`EXISTS (SELECT 1 FROM auth_sessions WHERE id = ${sessionId} AND user_id = ${userId})`

/** Tells the identity apart from every other. */
const isIdentity = ({ provider, providerId }: ExternalIdentity) =>
  sql`provider = ${provider} AND provider_id = ${providerId}`

async function signInOwner(
  ctx: IdentityContext,
  owner: Account,
  identity: ExternalIdentity,
  vouched: boolean,
): Promise<ResolveIdentityResult | null> {
  const { directory } = ctx
  const at = instantFromMs(ctx.nowMs)
  const unproven = owner.email !== null && owner.emailConfirmedAt === null
  const proves = vouched && identity.email === owner.email
  if (unproven && !proves && owner.phoneConfirmedAt === null)
    return { ok: false, reason: 'email_not_verified' }
  const mine = sql`user_id = ${owner.id} AND ${isIdentity(identity)}`
  const { accounts } = await batch(directory, {
    identity: directory.run(sql`
      UPDATE auth_identities SET identity_data = ${JSON.stringify(identity.data)},
        last_sign_in_at = ${at}, updated_at = ${at}
      WHERE ${mine}`),
    ...(unproven && proves
      ? claimStatements(
          ctx,
          {
            userId: owner.id,
            identityId: sql`(SELECT identity_id FROM auth_identities WHERE ${mine})`,
            name: identity.name,
          },
          sql`EXISTS (SELECT 1 FROM auth_identities WHERE ${mine})`,
        )
      : {}),
    tell: notifyAccountStatement(
      ctx,
      owner.id,
      identity,
      sql`EXISTS (SELECT 1 FROM auth_identities WHERE ${mine})`,
    ),
    accounts: accountByIdStatement(directory, owner.id),
  })
  return accounts[0] ? { ok: true, account: accounts[0], isNew: false } : null
}

/**
 * The identity goes in only while nobody has it and the account still has the address, or the
 * session that asked for it.
 */
async function link(
  ctx: IdentityContext,
  account: Account,
  identity: ExternalIdentity,
  { linkTo }: { linkTo: LinkTarget | null },
): Promise<ResolveIdentityResult | null> {
  const { directory } = ctx
  const at = instantFromMs(ctx.nowMs)
  const identityId = crypto.randomUUID()
  const linked = sql`EXISTS (SELECT 1 FROM auth_identities WHERE identity_id = ${identityId})`
  const still = linkTo ? livesSql(linkTo) : sql`email = ${identity.email} AND is_sso_user = 0`
  const { insert, accounts } = await batch(directory, {
    insert: directory.run(sql`
      INSERT INTO auth_identities (identity_id, provider_id, provider, user_id, identity_data,
        last_sign_in_at, created_at, updated_at)
      SELECT ${identityId}, ${identity.providerId}, ${identity.provider}, id,
        ${JSON.stringify(identity.data)}, ${at}, ${at}, ${at}
      FROM auth_users WHERE id = ${account.id} AND deleted_at IS NULL AND ${still}
        AND NOT EXISTS (SELECT 1 FROM auth_identities WHERE ${isIdentity(identity)})`),
    ...(linkTo
      ? {}
      : claimStatements(
          ctx,
          { userId: account.id, identityId: sql`${identityId}`, name: identity.name },
          linked,
        )),
    tell: notifyAccountStatement(ctx, account.id, identity, linked),
    audit: authAuditStatement(
      ctx,
      { actorId: account.id, action: 'identity_linked', traits: { provider: identity.provider } },
      linked,
    ),
    accounts: accountByIdStatement(directory, account.id),
  })
  return changed(insert) > 0 && accounts[0]
    ? { ok: true, account: accounts[0], isNew: false }
    : null
}

async function make(
  ctx: IdentityContext,
  identity: ExternalIdentity,
  email: string,
  isSsoUser: boolean,
): Promise<ResolveIdentityResult | null> {
  const account = newAccount(ctx, {
    email,
    emailConfirmedAt: instantFromMs(ctx.nowMs),
    isSsoUser,
    appMetadata: { provider: identity.provider, providers: [identity.provider] },
    userMetadata: identity.data,
  })
  await beforeUserCreated(ctx, account)
  const made = sql`EXISTS (SELECT 1 FROM auth_users WHERE id = ${account.id})`
  const { accounts } = await batch(ctx.directory, {
    ...newAccountStatements(
      ctx,
      account,
      { identities: [identity], name: identity.name, complete: false },
      sql`NOT EXISTS (SELECT 1 FROM auth_identities WHERE ${isIdentity(identity)})`,
    ),
    audit: authAuditStatement(
      ctx,
      { actorId: account.id, action: 'user_signedup', traits: { provider: identity.provider } },
      made,
    ),
    accounts: accountByIdStatement(ctx.directory, account.id),
  })
  if (accounts[0]) await afterUserCreated(ctx, accounts[0])
  return accounts[0] ? { ok: true, account: accounts[0], isNew: true } : null
}
