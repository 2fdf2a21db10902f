import { composeLetter } from '../letter-html.ts'

/**
 * Tells the owner of an account that someone signed up with its address, since the page may not.
 * `href` leads to signing in and is absolute; `studio` is where they signed up, if anywhere.
 */
export function addressTaken({ href, studio }: { href: string; studio: string | null }) {
  return composeLetter({
    subject: 'You already have an account',
    paragraphs: [
      `Someone signed up ${studio ? `at ${studio} ` : ''}with your address just now. ` +
        'You already have an account, so nothing was changed.',
      'If that was you, sign in instead. If you forgot your password, or never set one, you can ' +
        'set a new one there.',
    ],
    action: { label: 'Sign in', href },
    foot: [
      'You’re getting this because someone signed up with your address. If it wasn’t you, ' +
        'ignore this email: they can’t use your account, and were not told that you have one.',
    ],
  })
}
