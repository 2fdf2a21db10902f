import { composeLetter } from '../letter-html.ts'

/**
 * Tells the owner of an account that its password was changed. `href` leads to asking for another
 * one.
 */
export function passwordChanged({ href }: { href: string }) {
  return composeLetter({
    subject: 'Your password was changed',
    paragraphs: [
      'Your password was changed just now, and every other device was signed out.',
      'If that was you, you don’t need to do anything. If it wasn’t, set a new password now: ' +
        'the email for it only goes to this address.',
    ],
    action: { label: 'Set a new password', href },
    foot: ['You’re getting this because it’s about the security of your account.'],
  })
}
