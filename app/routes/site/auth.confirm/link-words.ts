import { passwordRefusalWords } from '#app/domain/identity/accounts/password-words.ts'
import type { OneTimeKind, OneTimeType } from '#app/domain/identity/secrets/one-time-types.ts'

/** What is said about a link that is refused, and after half an e-mail change. */
export const linkSentences = {
  link_expired: 'This link has expired or been used.',
  user_banned: 'This account is closed. Ask your studio.',
  address_taken: 'Another account has this address. Sign in with it instead.',
  too_many_tries: 'Too many tries. Wait a minute, then try again.',
  first_half:
    'This address is confirmed. Now open the email at your other address and confirm it there too.',
  sign_in_first: 'First sign in to the account that wants this address.',
  password_set: 'Your address is confirmed and your password is set. Sign in with it.',
  ...passwordRefusalWords,
} as const

/** Why a password is chosen with the press that confirms (`choiceOf`). */
export const whyChoose = {
  contested: 'Someone else tried to sign up with your address, so choose your own password now.',
  elsewhere:
    'The password from your sign-up was set on another device. Choose one here to use from now on.',
}

export type LinkWords = { title: string; text: string; button: string }

/**
 * What one press will do: said before it is pressed. `target` is another program that the session
 * goes to.
 */
export function linkWords({
  kind,
  type,
  account,
  studio,
  target,
}: {
  kind: OneTimeKind
  type: OneTimeType
  account: { email: string | null; newEmail: string | null }
  studio: { name: string } | null
  target: string | null
}): LinkWords {
  const email = account.email ?? 'this address'
  const there = target ? ` and takes you to ${hostOf(target)}` : ''
  if (kind === 'email_change_new' || kind === 'email_change_current') {
    return {
      title: 'Change your email address',
      text: `From ${account.email ?? 'none'} to ${account.newEmail}. ` + `Confirm it${there}.`,
      button: 'Confirm change',
    }
  }
  if (kind === 'recovery') {
    return type === 'recovery'
      ? {
          title: 'Set a new password',
          text: `For ${email}. Continue to sign in${there}.`,
          button: 'Continue',
        }
      : {
          title: 'Sign in',
          text: `Sign in as ${email} on this device${there}.`,
          button: 'Sign in',
        }
  }
  const member = studio
    ? `, as a member of ${studio.name}. The studio then sees your name and email address`
    : ''
  return {
    title: 'Confirm your address',
    text: `Is ${email} yours? Confirm it to sign in${target ? there : member}.`,
    button: 'Confirm address',
  }
}

const hostOf = (target: string) =>
  /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(target)?.[1] || 'the app that asked'
