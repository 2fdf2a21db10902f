import { optional, type Variables } from '../variables.ts'

/**
 * Moments at which another program of the installation is asked, and the variables that name it.
 */
const variableOf = {
  'before-user-created': 'BEFORE_USER_CREATED',
  'after-user-created': 'AFTER_USER_CREATED',
  'customize-access-token': 'CUSTOM_ACCESS_TOKEN',
  'send-email': 'SEND_EMAIL',
  'send-sms': 'SEND_SMS',
  'mfa-verification': 'MFA_VERIFICATION_ATTEMPT',
  'password-verification': 'PASSWORD_VERIFICATION_ATTEMPT',
} as const

export type HookName = keyof typeof variableOf

/**
 * Where a hook is asked; each secret (its bytes in base64) signs, so that secrets can change
 * without a gap.
 */
export type Hook = { url: string; secrets: string[] }

export type Hooks = Partial<Record<HookName, Hook>>

/**
 * Reads AUTH_HOOK_<NAME>_URL and AUTH_HOOK_<NAME>_SECRET (`v1,whsec_<base64>`, several separated by
 * `|`).
 */
export function readHooks(variables: Variables): Hooks {
  const entries = Object.entries(variableOf).flatMap(([name, part]) => {
    const url = optional(variables, `AUTH_HOOK_${part}_URL`)
    if (!url) return []
    if (!mayBeAsked(url))
      throw new Error(`AUTH_HOOK_${part}_URL must be an https address, or http on this machine`)
    const secrets = (variables[`AUTH_HOOK_${part}_SECRET`] ?? '')
      .split('|')
      .map((text) => text.trim())
    if (!secrets.every((text) => /^v1,whsec_[A-Za-z0-9+/]{24,}={0,2}$/.test(text))) {
      throw new Error(
        `AUTH_HOOK_${part}_SECRET must be v1,whsec_ and at least 24 characters of base64`,
      )
    }
    return [
      [name, { url, secrets: secrets.map((text) => text.slice('v1,whsec_'.length)) }] as const,
    ]
  })
  return Object.fromEntries(entries)
}

function mayBeAsked(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return (
    protocol === 'https:' ||
    (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname))
  )
}
