import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { authFlowStates } from '#app/db/directory-auth.ts'
import type { Account } from '../accounts/account-queries.server.ts'
import { authAuditStatement } from '../auth-audit.server.ts'
import type { IdentityContext } from '../identity-context.ts'
import { openAtRest, sealAtRest } from '../secrets/secret-tokens.server.ts'
import type { TokenOptions } from '../sessions/access-tokens.server.ts'
import { type FlowState, flowMs, issueCodeStatement } from '../sessions/flow-states.server.ts'
import {
  type IssuedSession,
  issueSession,
  newSession,
  startSessionStatements,
} from '../sessions/sessions.server.ts'
import { findActiveProvider } from './active-providers.server.ts'
import { type AskProviderResult, askWhoItIs } from './ask-provider.server.ts'
import type { FlowSecrets } from './begin-provider-sign-in.server.ts'
import type { ProviderTokens } from './external-identity.ts'
import { keepLink } from './link-identity.server.ts'
import { type ResolveIdentityResult, resolveIdentity } from './resolve-identity.server.ts'

/** What came back from a provider. */
export type ProviderAnswer = {
  state: string | null
  code: string | null
  iss: string | null
  error: string | null
  errorDescription: string | null
  /** The id in the address that was called, of a studio's own provider; null at the common one. */
  ssoProviderId: string | null
}

export type FinishProviderResult =
  | {
      ok: true
      kind: 'signed_in'
      flow: FlowState
      value: IssuedSession
      providerTokens: ProviderTokens
    }
  /** For who holds the verifier to exchange. */
  | { ok: true; kind: 'code'; flow: FlowState; code: string }
  /** For a page that asks whether the identity is to be added. */
  | { ok: true; kind: 'asks'; flow: FlowState; code: string }
  /** Nothing is known of where the person came from. */
  | { ok: false; flow: null; reason: 'state_missing' | 'bad_state' | 'state_used' }
  | {
      ok: false
      flow: FlowState
      reason:
        | 'provider_disabled'
        /** The provider says no, or the person did. */
        | 'provider_refused'
        | Extract<AskProviderResult, { ok: false }>['reason']
        | Extract<ResolveIdentityResult, { ok: false }>['reason']
      /** For the log and for who set the provider up. */
      detail: string
    }

/**
 * Takes what a provider answered and signs the person in: with a session (implicit flow), or with a
 * code for anyone who holds the verifier (PKCE). An identity that is to be added to an account is
 * only kept: the browser that arrives need not be the one that asked. A state is used once and
 * within five minutes, also when it fails, and only for the provider it was made for.
 */
export async function finishProviderSignIn(
  ctx: IdentityContext,
  answer: ProviderAnswer,
): Promise<FinishProviderResult> {
  if (!answer.state) return { ok: false, flow: null, reason: 'state_missing' }
  const taken = await takeState(ctx, answer.state, answer.ssoProviderId)
  if (!taken.ok) return { ok: false, flow: null, reason: taken.reason }
  const { flow } = taken
  const refuse = (
    reason: (FinishProviderResult & { flow: FlowState; ok: false })['reason'],
    detail = '',
  ) => ({ ok: false, flow, reason, detail }) as const
  if (answer.error || !answer.code)
    return refuse('provider_refused', answer.errorDescription ?? answer.error ?? '')

  const provider = await findActiveProvider(ctx, flow.provider ?? '')
  if (!provider) return refuse('provider_disabled')
  const secrets = JSON.parse(openAtRest(ctx.configuration, flow.sealed ?? '')) as FlowSecrets
  const who = await askWhoItIs(ctx, provider, { code: answer.code, iss: answer.iss, secrets })
  if (!who.ok) return refuse(who.reason, 'detail' in who ? who.detail : '')

  if (flow.purpose.linkTo !== undefined) {
    const kept = await keepLink(ctx, flow, { identity: who.identity, tokens: who.tokens })
    if (!kept.ok) return refuse(kept.reason)
    return { ok: true, kind: flow.codeChallenge ? 'code' : 'asks', flow, code: kept.code }
  }
  const resolved = await resolveIdentity(ctx, provider, who.identity)
  if (!resolved.ok) return refuse(resolved.reason)
  if (flow.codeChallenge)
    return {
      ok: true,
      kind: 'code',
      flow,
      code: await issueCode(ctx, flow, resolved.account, who.tokens),
    }
  const value = await startProviderSession(ctx, resolved.account, provider.name)
  return { ok: true, kind: 'signed_in', flow, value, providerTokens: who.tokens }
}

/** One UPDATE decides who may use a state. */
async function takeState(
  { directory, nowMs }: IdentityContext,
  state: string,
  ssoProviderId: string | null,
): Promise<{ ok: true; flow: FlowState } | { ok: false; reason: 'bad_state' | 'state_used' }> {
  const its =
    ssoProviderId === null
      ? sql`provider NOT LIKE 'sso:%'`
      : sql`provider = ${`sso:${ssoProviderId}`}`
  const mine = sql`id = ${state} AND sealed IS NOT NULL
    AND created_at_ms > ${nowMs - flowMs} AND ${its}`
  const { take, flows } = await batch(directory, {
    take: directory.run(
      sql`UPDATE auth_flow_states SET used_at_ms = ${nowMs} WHERE ${mine} AND used_at_ms IS NULL`,
    ),
    flows: directory.select().from(authFlowStates).where(mine),
  })
  const flow = flows[0]
  if (!flow) return { ok: false, reason: 'bad_state' }
  return changed(take) > 0 ? { ok: true, flow } : { ok: false, reason: 'state_used' }
}

async function issueCode(
  ctx: IdentityContext,
  flow: FlowState,
  account: Account,
  tokens: ProviderTokens,
): Promise<string> {
  const code = crypto.randomUUID()
  await batch(ctx.directory, {
    code: issueCodeStatement(ctx, { flowId: flow.id, userId: account.id, code }),
    tokens: ctx.directory.run(sql`
      UPDATE auth_flow_states
        SET provider_tokens_sealed = ${sealAtRest(ctx.configuration, JSON.stringify(tokens))},
        sealed = NULL
      WHERE id = ${flow.id}`),
  })
  return code
}

/** Starts the session of someone a provider vouched for; anyone who is closed since then gets none. */
export async function startProviderSession(
  ctx: IdentityContext,
  account: Account,
  provider: string,
  tokenOptions: TokenOptions = {},
): Promise<IssuedSession> {
  const session = newSession('oauth', ctx.nowMs, provider)
  await batch(ctx.directory, {
    ...startSessionStatements(ctx, account.id, session),
    audit: authAuditStatement(ctx, { actorId: account.id, action: 'login', traits: { provider } }),
  })
  return issueSession(ctx, account, session, tokenOptions)
}
