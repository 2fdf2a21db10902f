import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import { smsCode } from '#app/messages/accounts/sms-code.ts'
import type { Letter } from '#app/messages/letter.ts'
import type { IdentityContext } from '../identity-context.ts'
import { beginFlowStatement } from '../sessions/flow-states.server.ts'
import {
  keepSecretStatements,
  newOneTimeSecret,
  type OneTimeHolder,
  type OneTimeSecret,
} from './one-time-tokens.server.ts'
import type { OneTimeKind } from './one-time-types.ts'
import { hashSecretToken } from './secret-tokens.server.ts'

/**
 * Where a person goes after a mailed link, and who may take the session there; both travel with the
 * link.
 */
export type ReturnTarget = {
  studio?: { slug: string; name: string } | null
  /** An own path to come back to. */
  next?: string | null
  /** Another program's address, checked by `redirectTarget`; null or missing for our own pages. */
  redirectTo?: string | null
  /** S256 challenge of a PKCE flow: its link brings a code for anyone who holds the verifier. */
  codeChallenge?: string | null
}

export type SecretLetter = {
  kind: OneTimeKind
  holder: OneTimeHolder
  to: string
  /** The message file's name. */
  file: string
  letter(secret: OneTimeSecret & { minutes: number }): Letter
  /** How the session of a PKCE flow will say it began. */
  method: string
  codeChallenge?: string | null | undefined
}

/**
 * Mails a fresh link and code and keeps their hashes, as part of a batch. `onlyIf` as in the
 * outbox.
 */
export function mailSecretStatements(
  ctx: IdentityContext,
  { kind, holder, to, file, letter, method, codeChallenge = null }: SecretLetter,
  onlyIf: SQL = sql`1`,
): Record<'flow' | 'olderCodes' | 'secret' | 'message', Statement<D1Result> | null> {
  const secret = newOneTimeSecret(ctx, { pkce: codeChallenge !== null })
  const flow = codeChallenge === null ? null : { id: crypto.randomUUID(), method, codeChallenge }
  const message = {
    studioId: null,
    dedupeKey: `${file}:${hashSecretToken(secret.token)}`,
    to,
    kind: file,
    letter: letter({
      ...secret,
      minutes: Math.max(1, Math.round(ctx.configuration.linkMs / 60_000)),
    }),
  }
  return {
    flow: flow && beginFlowStatement(ctx, flow, onlyIf),
    ...keepSecretStatements(ctx, { secret, kind, holder, flowStateId: flow?.id ?? null }, onlyIf),
    message: queueStatement(ctx.directory, message, ctx.nowMs, onlyIf),
  }
}

/**
 * The same by text message: a code without a link. A number with a fixed code for tests is sent
 * nothing.
 */
export function textSecretStatements(
  ctx: IdentityContext,
  { kind, holder, phone }: { kind: OneTimeKind; holder: OneTimeHolder; phone: string },
  onlyIf: SQL = sql`1`,
): Record<'olderCodes' | 'secret' | 'message', Statement<D1Result> | null> {
  const { smsCodeMs, testCodes } = ctx.configuration
  const secret = newOneTimeSecret(ctx, { phone })
  const message = {
    studioId: null,
    dedupeKey: `sms-code:${hashSecretToken(secret.token)}`,
    channel: 'sms' as const,
    to: phone,
    kind: 'sms-code',
    letter: smsCode({ code: secret.code, seconds: Math.round(smsCodeMs / 1_000) }),
  }
  return {
    ...keepSecretStatements(ctx, { secret, kind, holder, lifeMs: smsCodeMs }, onlyIf),
    message: testCodes[phone] ? null : queueStatement(ctx.directory, message, ctx.nowMs, onlyIf),
  }
}
