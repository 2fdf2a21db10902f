import { optional, type Variables } from '../variables.ts'

/**
 * An OpenID Connect provider that people may sign in with. `clientIds[0]` is ours; others are
 * accepted in id tokens.
 */
export type Provider = {
  issuer: string
  clientIds: [string, ...string[]]
  clientSecret: string
  label: string
}

/** The providers that are switched on, by the name the wire uses. */
export type Providers = Partial<Record<'google' | 'oidc', Provider>>

const googleIssuer = 'https://accounts.google.com'

/** Who issues a provider's tokens unless a variable says otherwise; empty where that is unknown. */
export const usualIssuer = (name: string): string => (name === 'google' ? googleIssuer : '')

/**
 * Reads AUTH_GOOGLE_CLIENT_ID, AUTH_GOOGLE_SECRET, AUTH_GOOGLE_ISSUER and the same of AUTH_OIDC_
 * with AUTH_OIDC_LABEL. A provider without a client id is off; one that is half set throws an error
 * that names what is missing.
 */
export function readProviders(variables: Variables): Providers {
  const google = readProvider(variables, 'GOOGLE', { issuer: googleIssuer, label: 'Google' })
  const oidc = readProvider(variables, 'OIDC', { issuer: null, label: 'single sign-on' })
  return { ...(google ? { google } : {}), ...(oidc ? { oidc } : {}) }
}

function readProvider(
  variables: Variables,
  name: 'GOOGLE' | 'OIDC',
  otherwise: { issuer: string | null; label: string },
): Provider | null {
  const [own, ...others] = (optional(variables, `AUTH_${name}_CLIENT_ID`) ?? '')
    .split(',')
    .map((id) => id.trim())
  if (!own) return null
  const clientSecret = optional(variables, `AUTH_${name}_SECRET`)
  if (!clientSecret)
    throw new Error(`AUTH_${name}_SECRET is missing, although AUTH_${name}_CLIENT_ID is set`)
  const issuer = optional(variables, `AUTH_${name}_ISSUER`) ?? otherwise.issuer
  if (!issuer)
    throw new Error(`AUTH_${name}_ISSUER is missing, although AUTH_${name}_CLIENT_ID is set`)
  if (!URL.canParse(issuer)) throw new Error(`AUTH_${name}_ISSUER is no address`)
  return {
    issuer: issuer.replace(/\/+$/, ''),
    clientIds: [own, ...others.filter(Boolean)],
    clientSecret,
    label: optional(variables, `AUTH_${name}_LABEL`) ?? otherwise.label,
  }
}
