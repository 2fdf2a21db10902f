import * as z from 'zod'
import type { IdentityContext } from '../identity-context.ts'

/** How long the captcha's service may take. */
const answerMs = 10_000

const Verdict = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).optional() })

export type CaptchaResult = { ok: true } | { ok: false; reason: 'captcha_failed'; why: string }

const remoteIp = ({ ip }: { ip: string }): { remoteip?: string } =>
  /[.:]/.test(ip) ? { remoteip: ip } : {}

/**
 * Asks the configured service (Turnstile or hCaptcha, which share a form) whether a captcha was
 * solved; true where none is configured. Refused: no token, a token it does not know, and a service
 * that is away or takes longer than 10 s, so that taking it down opens nothing.
 */
export async function checkCaptcha(
  { configuration, caller }: Pick<IdentityContext, 'configuration' | 'caller'>,
  token: string | null | undefined,
): Promise<CaptchaResult> {
  const { captcha } = configuration
  if (!captcha) return { ok: true }
  const failed = (why: string): CaptchaResult => ({ ok: false, reason: 'captcha_failed', why })
  if (!token) return failed('no captcha response (captcha_token) found in request')
  try {
    const answer = await fetch(captcha.verifyUrl, {
      method: 'POST',
      body: new URLSearchParams({ secret: captcha.secret, response: token, ...remoteIp(caller) }),
      signal: AbortSignal.timeout(answerMs),
    })
    const verdict = Verdict.safeParse(await answer.json())
    if (!verdict.success) return failed('the answer could not be read')
    return verdict.data.success
      ? { ok: true }
      : failed((verdict.data['error-codes'] ?? []).join(', ').slice(0, 200))
  } catch {
    return failed('the service could not be reached')
  }
}
