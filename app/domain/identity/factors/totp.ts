/**
 * Time-based one-time passwords as authenticator apps make them: SHA-1, six digits, steps of 30
 * seconds.
 */
import { createTOTPKeyURI, generateHOTP, verifyHOTP } from '@oslojs/otp'

const digits = 6
const stepMs = 30_000

/** Clocks may differ by one step either way. */
const tolerance = 1

/** 20 random bytes, as long as SHA-1 gives. */
export function newTotpKey(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(20))
}

/** The number of the 30-second step at a real time in milliseconds. */
export const totpStepAt = (nowMs: number): number => Math.floor(nowMs / stepMs)

/** The code of one step. */
export const totpCode = (key: Uint8Array, step: number): string =>
  generateHOTP(key, BigInt(step), digits)

/**
 * The step near `nowMs` whose code this is and that comes after `lastStep`, so that no step is ever
 * taken twice; null when there is none.
 */
export function findTotpStep(
  key: Uint8Array,
  code: string,
  nowMs: number,
  lastStep: number | null,
): number | null {
  const now = totpStepAt(nowMs)
  let found: number | null = null
  // Each step is looked at whatever the others said, so that time tells nothing.
  for (let step = now - tolerance; step <= now + tolerance; step += 1) {
    const right = verifyHOTP(key, BigInt(step), digits, code)
    if (right && step > (lastStep ?? -1)) found = step
  }
  return found
}

/**
 * What an authenticator app reads from the picture. Spaces stand as `%20`: some apps show a plus as
 * it is.
 */
export function totpUri(
  key: Uint8Array,
  { issuer, account }: { issuer: string; account: string },
): string {
  return createTOTPKeyURI(issuer, account, key, stepMs / 1000, digits).replaceAll('+', '%20')
}

/** The key as people type it where there is no camera: base32 (RFC 4648) without padding. */
export function totpSecret(key: Uint8Array): string {
  return new URL(totpUri(key, { issuer: 'x', account: 'x' })).searchParams.get('secret') ?? ''
}
