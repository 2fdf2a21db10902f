import type { OneTimeKind, OneTimeType } from '#app/domain/identity/secrets/one-time-types.ts'

/** What is said about a link that is refused, and after half an e-mail change. */
export const linkSentences = {
  link_expired: 'This link has been used, replaced by a newer one, or is too old.',
  user_banned: 'This account is closed. Ask your studio.',
  address_taken: 'Another account has this address. Sign in with it instead.',
  too_many_tries: 'Too many tries. Wait a minute, then press the button again.',
  first_half:
    'This address has agreed. Now open the mail at your other address, ' +
    'and press the button there too.',
  password_characters: 'Choose a password with more kinds of characters',
  password_too_short: 'Choose a longer password',
  password_too_long: 'Choose a shorter password',
} as const

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
      text:
        `From ${account.email ?? 'none'} to ${account.newEmail}. ` +
        `One press agrees to it${there}.`,
      button: 'Agree to the change',
    }
  }
  if (kind === 'recovery') {
    return type === 'recovery'
      ? {
          title: 'Set a new password',
          text: `For ${email}. One press signs you in${there}.`,
          button: 'Go on',
        }
      : {
          title: 'Sign in',
          text: `As ${email}. One press signs you in on this device${there}.`,
          button: 'Sign me in',
        }
  }
  const member = studio
    ? `, as a member of ${studio.name}. The studio then sees your name and email address`
    : ''
  return {
    title: 'Confirm your address',
    text: `Is ${email} yours? One press confirms it and signs you in${target ? there : member}.`,
    button: 'Confirm my address',
  }
}

const hostOf = (target: string) =>
  /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(target)?.[1] || 'the app that asked'
