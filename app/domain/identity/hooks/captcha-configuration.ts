import { choice, optional, type Variables } from '../variables.ts'

/** A service that tells people from programs. `verifyUrl` is its own unless said otherwise. */
export type CaptchaConfiguration = {
  provider: 'turnstile' | 'hcaptcha'
  secret: string
  verifyUrl: string
}

const verifyUrls = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
}

/**
 * Reads AUTH_CAPTCHA_PROVIDER, AUTH_CAPTCHA_SECRET and AUTH_CAPTCHA_URL; null where no secret is
 * set.
 */
export function readCaptcha(variables: Variables): CaptchaConfiguration | null {
  const secret = optional(variables, 'AUTH_CAPTCHA_SECRET')
  if (!secret) return null
  const provider = choice(variables, 'AUTH_CAPTCHA_PROVIDER', ['turnstile', 'hcaptcha'])
  return {
    provider,
    secret,
    verifyUrl: optional(variables, 'AUTH_CAPTCHA_URL') ?? verifyUrls[provider],
  }
}
