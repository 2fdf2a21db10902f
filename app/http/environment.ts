/** Bindings and variables of the Worker. Each variable is named in docs/operations.md. */
import type { DatabaseEnv } from '#app/db/connection.server.ts'

export type Env = DatabaseEnv & {
  ASSETS: Fetcher
  ADDRESS_LIMIT: RateLimit
  /** Photos, and files on their way in. */
  MEDIA: R2Bucket
  /** Reads, turns and resizes raster images. */
  IMAGES: ImagesBinding
  /** Wakes the work of jobs: `functions/jobs/messages.ts`. */
  JOBS: Queue
  /** `true` only on a developer's machine: /dev tools, the frozen clock, Server-Timing. */
  DEV_TOOLS?: string
  /** Multiplies limits per address and per studio. */
  LIMIT_SCALE?: string
  /** Public origin of the site; empty means the request's own. */
  SITE_URL?: string
  /** JSON Web Keys that sign access tokens; exactly one has `sign` in key_ops. */
  JWT_KEYS?: string
  /** Shared secret of HS256 tokens, for installations that come from elsewhere. */
  JWT_SECRET?: string
  /** `true` asks forms for leads on other sites for a solved captcha. */
  LEAD_FORMS_CAPTCHA?: string
  /** Signs the flash cookie. */
  COOKIE_SECRET?: string
  /** `none` (kept in the outbox) or `smtp`. */
  MAIL_TRANSPORT?: string
  MAIL_FROM?: string
  /** The domain whose mail comes in as replies; empty where none does. */
  MAIL_REPLY_DOMAIN?: string
  /** Signs mail that another program hands to `/webhooks/mail` (`whsec_` and base64). */
  MAIL_IN_SECRET?: string
  SMTP_HOST?: string
  SMTP_PORT?: string
  SMTP_USER?: string
  SMTP_PASSWORD?: string
  /** `none` or `starttls` or `tls`. */
  SMTP_SECURITY?: string
  /** `none` (kept in the outbox) or `http`. */
  SMS_TRANSPORT?: string
  SMS_URL?: string
  SMS_USER?: string
  SMS_PASSWORD?: string
  SMS_FROM?: string
  /** Signs texts that another program hands to `/webhooks/sms`. */
  SMS_IN_SECRET?: string
  /** The key of push messages, a JSON Web Key of P-256; empty is no push. */
  PUSH_KEY?: string
  /** The platform's key with Stripe; empty is payments by hand alone. */
  STRIPE_SECRET_KEY?: string
  /** Signs what Stripe tells us at `/webhooks/stripe`. */
  STRIPE_WEBHOOK_SECRET?: string
  /** Another address of Stripe's API, such as the stand-in of development. */
  STRIPE_API_URL?: string
  /** Days a new studio tries Cadence before it is billed; empty where nobody bills studios. */
  STUDIO_TRIAL_DAYS?: string
  BUILD_ID?: string
} & Partial<Record<`AUTH_${string}`, string>>

/** Days a new studio tries Cadence; 0 where nobody bills studios. */
export const studioTrialDays = (env: Env) => Number(env.STUDIO_TRIAL_DAYS || 0)

export const devTools = (env: Env) => env.DEV_TOOLS === 'true'

/**
 * Where the site is reached, without a trailing slash: for links that no request tells the origin
 * of.
 */
export const publicOrigin = (env: Env) => (env.SITE_URL ?? '').replace(/\/+$/, '')
