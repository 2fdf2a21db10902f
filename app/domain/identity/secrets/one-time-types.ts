import type { authOneTimeTokens } from '#app/db/directory-auth.ts'

/**
 * What a link or code is presented as, in the words of the wire, and the kinds of secret that
 * answer to it.
 */
export const kindsOfType = {
  signup: ['confirmation'],
  invite: ['confirmation'],
  magiclink: ['recovery'],
  recovery: ['recovery'],
  /** Whichever mail came last: a confirmation, or a link that signs in. */
  email: ['confirmation', 'recovery'],
  email_change: ['email_change_new', 'email_change_current'],
  sms: ['phone'],
  phone_change: ['phone_change'],
} as const satisfies Record<string, readonly OneTimeKind[]>

export type OneTimeType = keyof typeof kindsOfType

export const isOneTimeType = (type: string): type is OneTimeType => Object.hasOwn(kindsOfType, type)

/** Types that belong to a phone number; all others belong to an e-mail address. */
export const isPhoneType = (type: OneTimeType): boolean => type === 'sms' || type === 'phone_change'

/** What a link or a code is good for. */
export type OneTimeKind = (typeof authOneTimeTokens.$inferSelect)['kind']
