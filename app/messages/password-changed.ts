import { composeLetter } from './letter-html.ts'

/**
 * Tells the owner of an account that its password was changed. `href` leads to asking for another
 * one.
 */
export function passwordChanged({ href }: { href: string }) {
  return composeLetter({
    subject: 'Your password was changed',
    paragraphs: [
      'Your password was changed just now, and every other device was signed out.',
      'If that was you, there is nothing to do. If it was not, set a new password at once: ' +
        'the mail for it comes to this address only.',
    ],
    action: { label: 'Set a new password', href },
    foot: ['You get this because it concerns the safety of your account.'],
  })
}
