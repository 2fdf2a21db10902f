import type { Context } from 'hono'
import * as z from 'zod'
import { checkCaptcha } from '#app/domain/identity/hooks/check-captcha.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import { requireAdmin } from './callers.ts'
import { AuthError } from './errors.ts'

/** The field of a body that carries the solved captcha. */
export const captchaField = {
  gotrue_meta_security: z.object({ captcha_token: z.string().nullish() }).nullish(),
}

/** Lets in anyone who solved the captcha, where one is configured, and anyone who may administer accounts. */
export async function requireCaptcha(
  c: Context<ServerEnv>,
  {
    gotrue_meta_security,
  }: { gotrue_meta_security?: { captcha_token?: string | null | undefined } | null | undefined },
): Promise<void> {
  const identity = identityContext(c.var.app)
  if (!identity.configuration.captcha || (await isAdmin(c))) return
  const checked = await checkCaptcha(identity, gotrue_meta_security?.captcha_token)
  if (!checked.ok) {
    throw new AuthError(
      400,
      'captcha_failed',
      `captcha protection: request disallowed (${checked.why})`,
    )
  }
}

async function isAdmin(c: Context<ServerEnv>): Promise<boolean> {
  try {
    await requireAdmin(c)
    return true
  } catch (refusal) {
    if (refusal instanceof AuthError) return false
    throw refusal
  }
}
