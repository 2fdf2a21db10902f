import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { authUsers } from '#app/db/directory-auth.ts'
import { newId } from '#app/values/id.ts'
import { instantFromMs } from '#app/values/instant.ts'
import {
  type AccountParts,
  accountPartsStatements,
  isBanned,
} from '../accounts/account-queries.server.ts'
import { authAuditStatement } from '../auth-audit.server.ts'
import type { IdentityContext } from '../identity-context.ts'
import {
  hashSecretToken,
  newSecretToken,
  openSuccessor,
  sealSuccessor,
} from '../secrets/secret-tokens.server.ts'
import type { TokenOptions } from './access-tokens.server.ts'
import { type SessionFacts, signAccessToken } from './access-tokens.server.ts'
import type { IssuedSession } from './sessions.server.ts'

export type RefreshSessionResult =
  | { ok: true; value: IssuedSession; parts: AccountParts }
  | {
      ok: false
      reason:
        | 'refresh_token_not_found'
        | 'refresh_token_already_used'
        | 'session_not_found'
        /** It began, or was refreshed last, longer ago than the installation allows. */
        | 'session_expired'
        | 'user_banned'
    }

type TokenRow = {
  revokedAtMs: number | null
  successorSealed: string | null
  sessionId: string
  /** Missing when the session is gone. */
  aal: SessionFacts['aal'] | null
  amr: string | null
  /** 1 when this token's successor is the active token of the session. */
  isParentOfActive: number | null
  /** 1 while the session may go on. */
  isYoung: number | null
}

/** More rotations than this within one reuse interval are no lost answers. */
const longestChain = 50

/**
 * Replaces a refresh token by a new one of the same session (auth-api.md §5, 1–6), in one trip. The
 * direct parent of the active token, and any token replaced less than the reuse interval ago, get
 * the active token again, so that lost answers and parallel refreshes all end with one token. An
 * older one means that someone else has a copy: the session ends. A session that is older, or was
 * idle longer, than the installation allows is refused and stays as it is. `tokenOptions` make the
 * access token of the page cookie.
 */
export async function refreshSession(
  ctx: IdentityContext,
  token: string,
  tokenOptions: TokenOptions = {},
): Promise<RefreshSessionResult> {
  const { directory } = ctx
  const hash = hashSecretToken(token)
  const successor = newSecretToken()
  const sealed = sealSuccessor(token, successor)
  const owner = sql`(SELECT user_id FROM auth_refresh_tokens WHERE hash = ${hash})`
  const { rows, accounts, identities, factors } = await batch(directory, {
    ...rotateStatements(ctx, { hash, successor, sealed }),
    rows: directory.all<TokenRow>(sql`
      SELECT token.revoked_at_ms AS revokedAtMs, token.successor_sealed AS successorSealed,
        token.session_id AS sessionId, session.aal, session.amr,
        active.parent_hash = token.hash AS isParentOfActive, ${youngEnough(ctx)} AS isYoung
      FROM auth_refresh_tokens AS token
      LEFT JOIN auth_sessions AS session ON session.id = token.session_id
      LEFT JOIN auth_refresh_tokens AS active ON active.session_id = token.session_id
        AND active.revoked_at_ms IS NULL
      WHERE token.hash = ${hash}`),
    accounts: directory
      .select()
      .from(authUsers)
      .where(sql`${authUsers.id} = ${owner} AND ${authUsers.deletedAt} IS NULL`),
    ...accountPartsStatements(directory, owner),
  })
  const row = rows[0]
  const account = accounts[0]
  if (!row) return { ok: false, reason: 'refresh_token_not_found' }
  if (row.aal === null || row.amr === null || !account)
    return { ok: false, reason: 'session_not_found' }
  if (isBanned(account, ctx.nowMs)) return { ok: false, reason: 'user_banned' }
  if (row.isYoung !== 1) return { ok: false, reason: 'session_expired' }
  if (row.successorSealed === null || row.revokedAtMs === null)
    return { ok: false, reason: 'session_not_found' }

  const session: SessionFacts = {
    id: row.sessionId,
    aal: row.aal,
    amr: JSON.parse(row.amr) as SessionFacts['amr'],
  }
  const mayRepeat =
    row.isParentOfActive === 1 || ctx.nowMs - row.revokedAtMs <= ctx.configuration.refreshReuseMs
  if (!mayRepeat) {
    await endStolenSession(ctx, account.id, session.id)
    return { ok: false, reason: 'refresh_token_already_used' }
  }
  const active =
    row.successorSealed === sealed
      ? successor
      : await activeSuccessor(ctx, token, row.successorSealed)
  if (active === null) return { ok: false, reason: 'session_not_found' }
  const access = await signAccessToken(ctx, account, session, tokenOptions)
  return {
    ok: true,
    value: { account, session, access, refreshToken: active },
    parts: { identities, factors },
  }
}

export type RefreshForProgramResult = RefreshSessionResult | { ok: false; reason: 'too_many_tries' }

/**
 * The same for the token that a program holds; refused where its network address asked for tokens
 * too often, before any work. A page's own cookie is renewed without that.
 */
export async function refreshForProgram(
  ctx: IdentityContext,
  token: string,
): Promise<RefreshForProgramResult> {
  if (!(await ctx.addressMay('token'))) return { ok: false, reason: 'too_many_tries' }
  return refreshSession(ctx, token)
}

/**
 * One conditional UPDATE decides who replaces a token, since D1 has no row locks; what follows acts
 * only for the one who did. Nothing is replaced where the session is gone or the account is banned.
 */
function rotateStatements(
  ctx: IdentityContext,
  { hash, successor, sealed }: { hash: string; successor: string; sealed: string },
): Record<'revoke' | 'issue' | 'touch' | 'audit', Statement<D1Result>> {
  const { directory, nowMs, caller } = ctx
  const at = instantFromMs(nowMs)
  const mine = sql`FROM auth_refresh_tokens WHERE hash = ${hash} AND successor_sealed = ${sealed}`
  return {
    revoke: directory.run(sql`
      UPDATE auth_refresh_tokens SET revoked_at_ms = ${nowMs}, successor_sealed = ${sealed}
      WHERE hash = ${hash} AND revoked_at_ms IS NULL AND EXISTS (
        SELECT 1 FROM auth_sessions AS session
        JOIN auth_users AS account ON account.id = session.user_id
        WHERE session.id = auth_refresh_tokens.session_id AND account.deleted_at IS NULL
          AND ${youngEnough(ctx)}
          AND (account.banned_until IS NULL OR account.banned_until <= ${at}))`),
    issue: directory.run(sql`
      INSERT INTO auth_refresh_tokens (hash, parent_hash, session_id, user_id, created_at_ms)
      SELECT ${hashSecretToken(successor)}, hash, session_id, user_id, ${nowMs} ${mine}`),
    touch: directory.run(
      sql`UPDATE auth_sessions SET refreshed_at = ${at} WHERE id = (SELECT session_id ${mine})`,
    ),
    audit: directory.run(sql`
      INSERT INTO auth_audit_entries (id, actor_id, action, ip, created_at)
      SELECT ${newId()}, user_id, 'token_refreshed', ${caller.ip}, ${at} ${mine}`),
  }
}

/** The `session` began and was refreshed recently enough, where the installation sets an end. */
function youngEnough({ configuration, nowMs }: IdentityContext): SQL {
  const { sessionTimeboxMs: timebox, sessionInactivityMs: inactivity } = configuration
  const began = timebox === 0 ? sql`1` : sql`session.created_at > ${instantFromMs(nowMs - timebox)}`
  const used =
    inactivity === 0 ? sql`1` : sql`session.refreshed_at > ${instantFromMs(nowMs - inactivity)}`
  return sql`(${began} AND ${used})`
}

/**
 * Follows the sealed successors of `token` to the one that is active. Null when the session ended
 * meanwhile.
 */
async function activeSuccessor(
  ctx: IdentityContext,
  token: string,
  sealed: string,
): Promise<string | null> {
  let holder = token
  let box: string | null = sealed
  for (let step = 0; box !== null; step += 1) {
    if (step === longestChain) return null
    holder = openSuccessor(holder, box)
    const [row]: { sealed: string | null }[] = await ctx.directory.all<{ sealed: string | null }>(
      sql`SELECT successor_sealed AS sealed FROM auth_refresh_tokens
        WHERE hash = ${hashSecretToken(holder)}`,
    )
    if (!row) return null
    box = row.sealed
  }
  return holder
}

/** The revocation stands although the request fails. */
async function endStolenSession(
  ctx: IdentityContext,
  userId: string,
  sessionId: string,
): Promise<void> {
  await batch(ctx.directory, {
    refreshTokens: ctx.directory.run(
      sql`DELETE FROM auth_refresh_tokens WHERE session_id = ${sessionId}`,
    ),
    session: ctx.directory.run(sql`DELETE FROM auth_sessions WHERE id = ${sessionId}`),
    audit: authAuditStatement(ctx, {
      actorId: userId,
      action: 'token_revoked',
      traits: { session_id: sessionId },
    }),
  })
}
