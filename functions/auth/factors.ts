import { type Context, Hono } from 'hono'
import * as z from 'zod'
import {
  type EnrolPhoneResult,
  type EnrolTotpResult,
  enrolPhone,
  enrolTotp,
} from '#app/domain/identity/factors/enrol-factor.server.ts'
import { removeFactor } from '#app/domain/identity/factors/remove-factor.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { parsePhoneDigits } from '#app/values/phone.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import type { Bearer } from './callers.ts'
import { AuthError } from './errors.ts'
import { challenge } from './factors/challenge.ts'
import { factorIdOf, factorNotFound, requireFactorHolder } from './factors/holder.ts'
import { verify } from './factors/verify.ts'
import { readJson } from './wire.ts'

const EnrollFactorParams = z.object({
  factor_type: z.string().nullish(),
  friendly_name: z.string().nullish(),
  issuer: z.string().nullish(),
  phone: z.string().nullish(),
})

/** Longer ones come from no person and no authenticator app. */
const nameMaxCharacters = 100

/** Second factors of the caller: POST /factors, DELETE /factors/{id}, and what is done with one. */
export const factors = new Hono<ServerEnv>()
  .post('/', enroll)
  .delete('/:factorId', unenroll)
  .post('/:factorId/challenge', challenge)
  .post('/:factorId/verify', verify)

async function enroll(c: Context<ServerEnv>): Promise<Response> {
  const bearer = await requireFactorHolder(c)
  const params = await readJson(c, EnrollFactorParams)
  const friendlyName = params.friendly_name ?? ''
  for (const text of [friendlyName, params.issuer ?? '']) {
    if (text.length > nameMaxCharacters) {
      throw new AuthError(
        400,
        'validation_failed',
        `Names cannot be longer than ${nameMaxCharacters} characters`,
      )
    }
  }
  switch (params.factor_type) {
    case 'totp':
      return enrollTotp(c, bearer, {
        friendlyName,
        ...(params.issuer ? { issuer: params.issuer } : {}),
      })
    case 'phone':
      return enrollPhone(c, bearer, { friendlyName, phone: params.phone ?? '' })
    case 'webauthn':
      throw new AuthError(
        422,
        'mfa_webauthn_enroll_not_enabled',
        'MFA enroll is disabled for WebAuthn',
      )
    default:
      throw new AuthError(
        400,
        'validation_failed',
        'factor_type needs to be totp, phone, or webauthn',
      )
  }
}

async function enrollTotp(
  c: Context<ServerEnv>,
  bearer: Bearer,
  names: { friendlyName: string; issuer?: string },
): Promise<Response> {
  const result = await enrolTotp(identityContext(c.var.app), bearer, names)
  if (!result.ok) throw enrolRefusal(result, 'totp', names.friendlyName)
  const { factor, totp } = result
  return c.json({
    id: factor.id,
    type: 'totp',
    ...(factor.friendlyName ? { friendly_name: factor.friendlyName } : {}),
    // The client puts `data:` before it, so it is plain SVG.
    totp: { qr_code: totp.qrCode, secret: totp.secret, uri: totp.uri },
  })
}

async function enrollPhone(
  c: Context<ServerEnv>,
  bearer: Bearer,
  { friendlyName, phone: given }: { friendlyName: string; phone: string },
): Promise<Response> {
  const phone = parsePhoneDigits(given)
  if (!phone)
    throw new AuthError(400, 'validation_failed', 'Invalid phone number format (E.164 required)')
  const result = await enrolPhone(identityContext(c.var.app), bearer, { friendlyName, phone })
  if (!result.ok) throw enrolRefusal(result, 'phone', friendlyName)
  return c.json({
    id: result.factor.id,
    type: 'phone',
    ...(friendlyName ? { friendly_name: friendlyName } : {}),
    phone,
  })
}

function enrolRefusal(
  { reason }: Extract<EnrolTotpResult | EnrolPhoneResult, { ok: false }>,
  type: 'totp' | 'phone',
  friendlyName: string,
): AuthError {
  switch (reason) {
    case 'factor_type_disabled':
      return new AuthError(
        422,
        `mfa_${type}_enroll_not_enabled`,
        `MFA enroll is disabled for ${type === 'totp' ? 'TOTP' : 'Phone'}`,
      )
    case 'name_taken':
      return new AuthError(
        422,
        'mfa_factor_name_conflict',
        `A factor with the friendly name "${friendlyName}" for this user already exists`,
      )
    case 'too_many_factors':
      return new AuthError(
        422,
        'too_many_enrolled_mfa_factors',
        'Maximum number of verified factors reached, unenroll to continue',
      )
    case 'insufficient_aal':
      return new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
    case 'phone_taken':
      return new AuthError(
        422,
        'mfa_verified_factor_exists',
        'A verified phone factor already exists, unenroll the existing factor to continue',
      )
  }
}

async function unenroll(c: Context<ServerEnv>): Promise<Response> {
  const bearer = await requireFactorHolder(c)
  const id = factorIdOf(c)
  const result = await removeFactor(identityContext(c.var.app), bearer, id)
  if (result.ok) return c.json({ id })
  throw result.reason === 'insufficient_aal'
    ? new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
    : factorNotFound()
}
