import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { accountByIdStatement } from '../accounts/account-queries.server.ts'
import type { IdentityContext } from '../identity-context.ts'
import { openAtRest, sealAtRest } from '../secrets/secret-tokens.server.ts'
import {
  type FlowState,
  findFlowOfCode,
  flowMs,
  isPressedLink,
  issueCodeStatement,
} from '../sessions/flow-states.server.ts'
import type { ExternalIdentity, ProviderTokens } from './external-identity.ts'
import { type ResolveIdentityResult, resolveIdentity } from './resolve-identity.server.ts'

export type KeepLinkResult =
  | { ok: true; code: string }
  | { ok: false; reason: 'identity_taken' | 'user_not_found' }

/**
 * Keeps an identity that is to be added to the account of a flow, until the code that is answered
 * is exchanged. Anyone who arrives from the provider may have been sent there by somebody else, so
 * nothing is added yet.
 */
export async function keepLink(
  ctx: IdentityContext,
  flow: FlowState,
  { identity, tokens }: { identity: ExternalIdentity; tokens: ProviderTokens },
): Promise<KeepLinkResult> {
  const userId = flow.purpose.linkTo
  const seal = (value: object) => sealAtRest(ctx.configuration, JSON.stringify(value))
  const [found] = await ctx.directory.all<{ taken: number }>(sql`
    SELECT EXISTS (SELECT 1 FROM auth_identities
      WHERE provider = ${identity.provider} AND provider_id = ${identity.providerId}) AS taken`)
  if (found?.taken) return { ok: false, reason: 'identity_taken' }
  if (userId === undefined) return { ok: false, reason: 'user_not_found' }
  const code = crypto.randomUUID()
  await batch(ctx.directory, {
    code: issueCodeStatement(ctx, { flowId: flow.id, userId, code }),
    kept: ctx.directory.run(sql`
      UPDATE auth_flow_states
      SET provider_tokens_sealed = ${seal(tokens)}, sealed = ${seal(identity)}
      WHERE id = ${flow.id}`),
  })
  return { ok: true, code }
}

/** Adds the identity that a flow keeps to its account; null for a flow that keeps none. */
export async function linkIdentityOfFlow(
  ctx: IdentityContext,
  { purpose: { linkTo, linkSession }, sealed }: FlowState,
): Promise<ResolveIdentityResult | null> {
  if (linkTo === undefined || sealed === null) return null
  const identity = JSON.parse(openAtRest(ctx.configuration, sealed)) as ExternalIdentity
  const target = { userId: linkTo, sessionId: linkSession ?? '' }
  return resolveIdentity(ctx, { domains: null }, identity, { linkTo: target })
}

/** What a page asks before a link without a verifier is made. */
export type LinkToAsk = {
  /** How the account calls itself. */
  account: string
  /** The same of the identity, at its provider. */
  identity: string
  provider: string
  redirectTo: string
}

/** The link that waits for a press under `code`; null where none does. Looking uses nothing up. */
export async function findLinkToAsk(ctx: IdentityContext, code: string): Promise<LinkToAsk | null> {
  const flow = await findFlowOfCode(ctx, code)
  if (!flow?.userId || !flow.sealed || !isPressedLink(flow)) return null
  if ((flow.authCodeAtMs ?? 0) + flowMs <= ctx.nowMs) return null
  const [account] = await accountByIdStatement(ctx.directory, flow.userId)
  if (!account) return null
  const identity = JSON.parse(openAtRest(ctx.configuration, flow.sealed)) as ExternalIdentity
  return {
    account: account.email ?? (account.phone ? `+${account.phone}` : 'a guest'),
    identity: identity.email ?? (identity.name || identity.providerId),
    provider: flow.provider ?? '',
    redirectTo: flow.redirectTo,
  }
}
