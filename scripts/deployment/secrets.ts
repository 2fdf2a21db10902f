/** Secrets that production must have before it serves, and how each is made. */
import { freshDevVars, freshPushKey } from '../dev-vars.ts'

/** One of these names each must be among the secrets that Cloudflare keeps. */
const always: readonly (readonly string[])[] = [['JWT_KEYS', 'JWT_SECRET'], ['COOKIE_SECRET']]

/** Secrets that a variable asks for. */
const asked: readonly { where: (vars: Record<string, unknown>) => boolean; secret: string }[] = [
  { where: ({ SMTP_USER }) => Boolean(SMTP_USER), secret: 'SMTP_PASSWORD' },
  { where: ({ SMS_USER }) => Boolean(SMS_USER), secret: 'SMS_PASSWORD' },
  {
    where: ({ AUTH_GOOGLE_CLIENT_ID }) => Boolean(AUTH_GOOGLE_CLIENT_ID),
    secret: 'AUTH_GOOGLE_SECRET',
  },
  { where: ({ AUTH_OIDC_CLIENT_ID }) => Boolean(AUTH_OIDC_CLIENT_ID), secret: 'AUTH_OIDC_SECRET' },
]

/** Which secrets are still missing of those that the variables make necessary. */
export function missingSecrets(vars: Record<string, unknown>, known: readonly string[]): string[] {
  const wanted = [
    ...always,
    ...asked.filter(({ where }) => where(vars)).map(({ secret }) => [secret]),
    // Payments without the secret of their events would wait for the job of five minutes.
    ...(known.includes('STRIPE_SECRET_KEY') ? [['STRIPE_WEBHOOK_SECRET']] : []),
  ]
  return wanted
    .filter((names) => !names.some((name) => known.includes(name)))
    .map(([name]) => name!)
}

/** Secrets that this command can make on its own; others come from the provider of the service. */
export const madeHere = ['JWT_KEYS', 'COOKIE_SECRET', 'AUTH_SECRET', 'PUSH_KEY'] as const

/** A fresh value of a secret that is made here; null for any other. */
export function freshSecret(name: string): string | null {
  if (name === 'PUSH_KEY') return freshPushKey()
  const { JWT_KEYS, COOKIE_SECRET } = freshDevVars()
  if (name === 'JWT_KEYS') return JWT_KEYS
  return name === 'COOKIE_SECRET' || name === 'AUTH_SECRET' ? COOKIE_SECRET : null
}

/** What an operator types so that the secret is there. */
export function howToPut(name: string): string {
  const put = `npx wrangler secret put ${name} --env production`
  return (madeHere as readonly string[]).includes(name)
    ? `npm run --silent new-secret -- ${name} | ${put}`
    : put
}
