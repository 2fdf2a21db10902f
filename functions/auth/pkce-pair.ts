import * as z from 'zod'
import { AuthError } from './errors.ts'

/** The two fields of a PKCE flow in a body. */
export const pkceFields = {
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
}

/**
 * The S256 challenge of a PKCE flow; null in an implicit one. Refused: one field without the other,
 * a challenge that is none, and the method `plain`, whose challenge is the verifier itself.
 */
export function challengeOf(pair: {
  code_challenge?: string | null
  code_challenge_method?: string | null
}) {
  const challenge = pair.code_challenge ?? ''
  const method = (pair.code_challenge_method ?? '').toLowerCase()
  if (challenge === '' && method === '') return null
  const refuse = (message: string) => new AuthError(400, 'validation_failed', message)
  if (challenge === '' || method === '') {
    throw refuse('PKCE flow requires code_challenge_method and code_challenge')
  }
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(challenge)) {
    throw refuse('code challenge has to be between 43 and 128 characters of A-Z, a-z, 0-9 and -._~')
  }
  if (method === 'plain') throw refuse('code_challenge_method plain is not supported, use s256')
  if (method !== 's256') throw refuse('code challenge method must be s256')
  return challenge
}
