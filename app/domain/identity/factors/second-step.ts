/** What the second step of a sign-in is about; read by pages, guards and use cases alike. */

/** Entries of a session's `amr` that lift it to aal2. */
export const secondStepMethods = ['totp', 'mfa/phone', 'mfa/recovery_code'] as const

/** How one second step was taken. */
export type SecondStepMethod = (typeof secondStepMethods)[number]

/** A challenge, and a factor that is not verified yet, live this long. */
export const challengeMs = 5 * 60_000

/** Whether the account has a second factor that works. */
export function hasVerifiedFactor({ factors }: { factors: { status: string }[] }): boolean {
  return factors.some(({ status }) => status === 'verified')
}

/**
 * Whether the person has signed in with one step only, although the account asks for two: pages
 * then show the second step and nothing else, and nothing sensitive may change (auth-api.md §5,
 * 13).
 */
export function needsSecondStep(
  parts: { factors: { status: string }[] },
  session: { aal: string },
): boolean {
  return session.aal !== 'aal2' && hasVerifiedFactor(parts)
}
