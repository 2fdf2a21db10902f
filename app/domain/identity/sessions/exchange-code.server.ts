import { batch } from '#app/db/batch.server.ts'
import { accountByIdStatement, isBanned } from '../accounts/account-queries.server.ts'
import { authAuditStatement } from '../auth-audit.server.ts'
import type { IdentityContext } from '../identity-context.ts'
import type { ProviderTokens } from '../providers/external-identity.ts'
import { linkIdentityOfFlow } from '../providers/link-identity.server.ts'
import type { ResolveIdentityResult } from '../providers/resolve-identity.server.ts'
import { unparkPasswordStatement } from '../secrets/password-in-doubt.server.ts'
import { openAtRest } from '../secrets/secret-tokens.server.ts'
import type { TokenOptions } from './access-tokens.server.ts'
import { type TakeFlowResult, takeFlowOfCode } from './flow-states.server.ts'
import {
  type IssuedSession,
  issueSession,
  newSession,
  startSessionStatements,
} from './sessions.server.ts'

export type ExchangeCodeResult =
  | { ok: true; value: IssuedSession; providerTokens: ProviderTokens }
  | Extract<TakeFlowResult, { ok: false }>
  | Extract<ResolveIdentityResult, { ok: false }>
  | { ok: false; reason: 'user_banned' | 'too_many_tries' }

/**
 * Exchanges the code of a PKCE flow for a session, once, by anyone who holds the verifier. The
 * session says how the flow began (`magiclink`, `recovery`, `email/signup`, `oauth` …). Refused:
 * unknown or used, too old, another verifier; an account that is gone or closed. The flow of a link
 * adds its identity here and not before, so that it is added in the program or by the press that
 * began it.
 */
export async function exchangeCode(
  ctx: IdentityContext,
  proof: { code: string; verifier: string | null },
  tokenOptions: TokenOptions = {},
): Promise<ExchangeCodeResult> {
  if (!(await ctx.addressMay('token'))) return { ok: false, reason: 'too_many_tries' }
  const taken = await takeFlowOfCode(ctx, proof)
  if (!taken.ok) return taken
  const { userId, method, provider, providerTokensSealed } = taken.flow
  const session = newSession(method, ctx.nowMs, provider ?? undefined)
  const { accounts } = await batch(ctx.directory, {
    accounts: accountByIdStatement(ctx.directory, userId),
  })
  const [account] = accounts
  if (!account) return { ok: false, reason: 'flow_state_not_found' }
  if (isBanned(account, ctx.nowMs)) return { ok: false, reason: 'user_banned' }
  const linked = await linkIdentityOfFlow(ctx, taken.flow)
  if (linked?.ok === false) return linked
  await batch(ctx.directory, {
    password: unparkPasswordStatement(ctx, { userId, passwordHash: taken.flow.passwordHash }),
    ...startSessionStatements(ctx, account.id, session),
    audit: authAuditStatement(ctx, {
      actorId: account.id,
      action: 'login',
      traits: { provider: provider ?? method },
    }),
  })
  const providerTokens = providerTokensSealed
    ? (JSON.parse(openAtRest(ctx.configuration, providerTokensSealed)) as ProviderTokens)
    : {}
  return {
    ok: true,
    value: await issueSession(ctx, account, session, tokenOptions),
    providerTokens,
  }
}
