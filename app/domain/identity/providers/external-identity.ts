/** What a provider says about a person, in the form in which it is kept. */

import { parseEmail } from '#app/values/email.ts'
import { tidyStart } from '#app/values/text/tidy-text.ts'

/** Who someone is at a provider. */
export type ExternalIdentity = {
  /** `google`, `oidc` or `sso:<id>`. */
  provider: string
  /** The provider's own id of the account. */
  providerId: string
  /** In its stored form; null where the provider tells none. */
  email: string | null
  emailVerified: boolean
  name: string
  /** What goes into the identity and the account's metadata. */
  data: Record<string, unknown>
}

/** What a provider gave for its own doors. */
export type ProviderTokens = { provider_token?: string; provider_refresh_token?: string }

const line = (value: unknown, most: number) =>
  typeof value === 'string' && /^\P{Cc}+$/u.test(value) ? value.slice(0, most) : null

/** Reads checked claims. What is too long, of another type or no web address is left out. */
export function externalIdentityOf(
  provider: string,
  claims: Record<string, unknown> & { sub: string },
): ExternalIdentity {
  const email = typeof claims.email === 'string' ? parseEmail(claims.email) : null
  const emailVerified =
    email !== null && (claims.email_verified === true || claims.email_verified === 'true')
  const given = [line(claims.given_name, 80), line(claims.family_name, 80)]
    .filter(Boolean)
    .join(' ')
  const name = tidyStart(line(claims.name, 80) ?? given, 80)
  const picture = line(claims.picture, 1_000)
  return {
    provider,
    providerId: claims.sub,
    email,
    emailVerified,
    name,
    data: {
      iss: line(claims.iss, 255) ?? '',
      sub: claims.sub,
      provider_id: claims.sub,
      ...(name ? { name, full_name: name } : {}),
      ...(picture?.startsWith('https://') ? { picture, avatar_url: picture } : {}),
      ...(email ? { email } : {}),
      email_verified: emailVerified,
      phone_verified: false,
    },
  }
}
