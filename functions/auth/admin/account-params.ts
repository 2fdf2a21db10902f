import * as z from 'zod'
import type { AccountValues } from '#app/domain/identity/accounts/create-account.server.ts'
import { metadataMaxCharacters } from '#app/domain/identity/accounts/metadata.ts'
import { fitsMetadata } from '#app/domain/identity/accounts/user-metadata.server.ts'
import { importedHashProblem } from '#app/domain/identity/secrets/imported-hash.server.ts'
import { passwordMaxBytes } from '#app/domain/identity/secrets/password-rule.ts'
import { emailOf, phoneOf } from '../addresses.ts'
import { AuthError } from '../errors.ts'
import { parseGoDuration } from './go-duration.ts'

const metadata = z.record(z.string(), z.unknown()).nullish()

/** Body of POST /admin/users and PUT /admin/users/{id}. */
export const AdminUserParams = z.object({
  id: z.string().nullish(),
  aud: z.string().nullish(),
  role: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  password_hash: z.string().nullish(),
  email_confirm: z.boolean().nullish(),
  phone_confirm: z.boolean().nullish(),
  user_metadata: metadata,
  app_metadata: metadata,
  ban_duration: z.string().nullish(),
})

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isUuid = (text: string) => uuid.test(text)

const invalid = (message: string) => new AuthError(400, 'validation_failed', message)

/** Metadata rides in tokens, so it has an end; what is missing stays missing. */
export function metadataParam(
  data: Record<string, unknown> | null | undefined,
): Record<string, unknown> | undefined {
  if (!fitsMetadata(data ?? {})) {
    throw invalid(`Metadata cannot be longer than ${metadataMaxCharacters} characters`)
  }
  return data ?? undefined
}

/** The values of an account, checked; the empty texts of Go clients count as missing. */
export function accountValues(params: z.output<typeof AdminUserParams>): AccountValues {
  const { email, phone, password, password_hash: hash, role, aud, ban_duration: ban } = params
  if (password && hash) throw invalid('Only a password or a password hash should be provided')
  if (password && new TextEncoder().encode(password).length > passwordMaxBytes) {
    throw invalid(`Password cannot be longer than ${passwordMaxBytes} characters`)
  }
  if (hash) checkHash(hash)
  if ((role ?? '').length > 100) throw invalid('A role has at most 100 characters')
  // An account of another one could never sign in (decision 23).
  if (aud && aud !== 'authenticated') throw invalid('The audience of an account is "authenticated"')
  const values = {
    email: email ? emailOf(email) : undefined,
    phone: phone ? phoneOf(phone) : undefined,
    password: password || undefined,
    passwordHash: hash || undefined,
    emailConfirm: params.email_confirm ?? undefined,
    phoneConfirm: params.phone_confirm ?? undefined,
    userMetadata: metadataParam(params.user_metadata),
    appMetadata: metadataParam(params.app_metadata),
    role: role || undefined,
    aud: aud || undefined,
    bannedForMs: ban ? banParam(ban) : undefined,
  }
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as AccountValues
}

function checkHash(hash: string): void {
  const problem = importedHashProblem(hash)
  if (problem === 'unknown_form')
    throw invalid('Only password hashes of bcrypt and of Firebase scrypt can be imported')
  if (problem === 'too_costly')
    throw invalid('This password hash costs more than this service can compute')
}

function banParam(text: string): number {
  if (text === 'none') return 0
  const ms = parseGoDuration(text)
  if (ms === null)
    throw invalid(`invalid format for ban_duration: "${text}" is no duration such as 24h, or none`)
  return Math.max(0, ms)
}
