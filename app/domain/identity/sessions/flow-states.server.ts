import { createHash, timingSafeEqual } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { changed, type Statement } from '#app/db/batch.server.ts'
import { authFlowStates } from '#app/db/directory-auth.ts'
import type { IdentityContext } from '../identity-context.ts'
import { hashSecretToken } from '../secrets/secret-tokens.server.ts'

/**
 * How long a sign-in may be on its way, and how long the code that comes out of it may be
 * exchanged.
 */
export const flowMs = 5 * 60_000

/** A sign-in on its way through a mailed link or a provider. */
export type FlowState = typeof authFlowStates.$inferSelect

export type NewFlow = {
  id: string
  /** How the session will say it began: `magiclink`, `recovery`, `email/signup`, `oauth` … */
  method: string
  userId?: string | null
  provider?: string | null
  /** S256 challenge; null in an implicit flow. */
  codeChallenge?: string | null
  redirectTo?: string
  /** Sealed with the server's secret (`sealAtRest`). */
  sealed?: string | null
  purpose?: Record<string, string>
}

/** Begins a flow, as part of a batch. `onlyIf` as in the outbox. */
export function beginFlowStatement(
  { directory, nowMs }: Pick<IdentityContext, 'directory' | 'nowMs'>,
  flow: NewFlow,
  onlyIf: SQL = sql`1`,
): Statement<D1Result> {
  const {
    id,
    method,
    userId = null,
    provider = null,
    codeChallenge = null,
    redirectTo = '',
    sealed = null,
  } = flow
  return directory.run(sql`
    INSERT INTO auth_flow_states (id, user_id, method, provider, code_challenge, redirect_to,
      sealed, purpose, created_at_ms)
    SELECT ${id}, ${userId}, ${method}, ${provider}, ${codeChallenge}, ${redirectTo}, ${sealed},
      ${JSON.stringify(flow.purpose ?? {})}, ${nowMs}
    WHERE ${onlyIf}`)
}

/**
 * Writes the code that the holder of the verifier exchanges, once it is known whose the flow is.
 * Makes the flow where there is none with this id.
 */
export function issueCodeStatement(
  { directory, nowMs }: Pick<IdentityContext, 'directory' | 'nowMs'>,
  { flowId, userId, code }: { flowId: string; userId: string; code: string },
  onlyIf: SQL = sql`1`,
): Statement<D1Result> {
  return directory.run(sql`
    UPDATE auth_flow_states SET user_id = ${userId}, auth_code_hash = ${hashSecretToken(code)},
      auth_code_at_ms = ${nowMs}
    WHERE id = ${flowId} AND auth_code_hash IS NULL AND ${onlyIf}`)
}

export type TakeFlowResult =
  | { ok: true; flow: FlowState & { userId: string } }
  | { ok: false; reason: 'flow_state_not_found' | 'flow_state_expired' | 'bad_code_verifier' }

/**
 * Takes the flow of a code, once: of two exchanges at once one gets it. Asked in the order of the
 * wire contract: there, not older than `flowMs`, and the verifier fits (SHA-256, compared in
 * constant time). Without one only a link is taken that was begun without a challenge.
 */
export async function takeFlowOfCode(
  { directory, nowMs }: Pick<IdentityContext, 'directory' | 'nowMs'>,
  { code, verifier }: { code: string; verifier: string | null },
): Promise<TakeFlowResult> {
  const hash = hashSecretToken(code)
  const flow = await findFlowOfCode({ directory }, code)
  if (!flow?.userId) return { ok: false, reason: 'flow_state_not_found' }
  if ((flow.authCodeAtMs ?? 0) + flowMs <= nowMs) return { ok: false, reason: 'flow_state_expired' }
  const mayTake = verifier === null ? isPressedLink(flow) : fits(flow.codeChallenge, verifier)
  if (!mayTake) return { ok: false, reason: 'bad_code_verifier' }
  const taken = await directory.run(
    sql`DELETE FROM auth_flow_states WHERE id = ${flow.id} AND auth_code_hash = ${hash}`,
  )
  if (changed(taken) === 0) return { ok: false, reason: 'flow_state_not_found' }
  return { ok: true, flow: { ...flow, userId: flow.userId } }
}

/** The flow that belongs to `code`. Does not check who is asking. */
export async function findFlowOfCode(
  { directory }: Pick<IdentityContext, 'directory'>,
  code: string,
): Promise<FlowState | null> {
  const [flow] = await directory
    .select()
    .from(authFlowStates)
    .where(
      sql`${authFlowStates.authCodeHash} = ${hashSecretToken(code)} AND auth_code_hash IS NOT NULL`,
    )
  return flow ?? null
}

/** Whether a press on our page adds the identity, since its program has no verifier to show. */
export const isPressedLink = ({ purpose, codeChallenge }: FlowState): boolean =>
  purpose.linkTo !== undefined && codeChallenge === null

function fits(challenge: string | null, verifier: string): boolean {
  const given = Buffer.from(createHash('sha256').update(verifier).digest('base64url'))
  const expected = Buffer.from(challenge ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
