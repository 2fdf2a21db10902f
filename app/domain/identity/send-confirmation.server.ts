import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import { confirmAddress } from '#app/messages/confirm-address.ts'
import { paths } from '#app/paths.ts'
import { instantFromMs } from '#app/values/instant.ts'
import type { IdentityContext } from './identity-context.ts'
import { countTryStatement, isOver } from './limits.server.ts'
import { keepSecretStatement, newOneTimeSecret } from './one-time-tokens.server.ts'
import { hashSecretToken } from './secret-tokens.server.ts'

/** Where a person signed up and wants to go afterwards; both travel in the mailed link. */
export type Errand = { studio?: { slug: string; name: string } | null; next?: string | null }

/**
 * Queues the mail with a fresh confirmation link for an account that is there and not confirmed, as part of a batch.
 * Nothing happens for any other address. `onlyIf` as in the outbox.
 */
export function confirmationStatements(
  ctx: IdentityContext,
  email: string,
  { studio, next }: Errand,
  onlyIf: SQL = sql`1`,
): Record<'link' | 'mail' | 'sent', Statement<D1Result>> {
  const secret = newOneTimeSecret(ctx)
  const waiting = sql`${onlyIf} AND EXISTS (
    SELECT 1 FROM auth_users WHERE email = ${email} AND aud = 'authenticated' AND is_sso_user = 0 AND email_confirmed_at IS NULL AND deleted_at IS NULL)`
  const href =
    ctx.origin +
    paths.confirm({
      token_hash: secret.token,
      type: 'email',
      next: next ?? undefined,
      studio: studio?.slug ?? undefined,
    })
  const letter = confirmAddress({
    href,
    code: secret.code,
    studio: studio?.name ?? null,
    minutes: Math.round(ctx.configuration.linkMs / 60_000),
  })
  const message = {
    studioId: null,
    dedupeKey: `confirm-address:${hashSecretToken(secret.token)}`,
    to: email,
    kind: 'confirm-address',
    letter,
  }
  return {
    link: keepSecretStatement(ctx, { secret, kind: 'confirmation', holder: { email } }, waiting),
    mail: queueStatement(ctx.directory, message, ctx.nowMs, waiting),
    sent: ctx.directory.run(
      sql`UPDATE auth_users SET confirmation_sent_at = ${instantFromMs(ctx.nowMs)} WHERE email = ${email} AND aud = 'authenticated' AND is_sso_user = 0 AND ${waiting}`,
    ),
  }
}

/**
 * Sends the confirmation mail again. `mail_too_soon` within a minute of the last one, whether or not the address is
 * known, so that the answer tells nobody anything.
 */
export async function sendConfirmation(
  ctx: IdentityContext,
  { email, ...errand }: { email: string } & Errand,
): Promise<{ ok: true } | { ok: false; reason: 'mail_too_soon' }> {
  const { mails } = await batch(ctx.directory, { mails: countTryStatement(ctx, 'mail', `confirmation:${email}`) })
  if (isOver('mail', mails)) return { ok: false, reason: 'mail_too_soon' }
  await batch(ctx.directory, confirmationStatements(ctx, email, errand))
  return { ok: true }
}
