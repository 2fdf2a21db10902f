import { composeLetter } from './letter-html.ts'

/**
 * Leads to the page that sets a new password. `href` is absolute; `code` does the same where it is
 * asked for.
 */
export function resetPassword({
  href,
  code,
  minutes,
}: {
  href: string
  code: string
  minutes: number
}) {
  return composeLetter({
    subject: 'Set a new password',
    paragraphs: [
      'Open this page and choose a new password. ' +
        'You are signed in with it, and signed out everywhere else.',
      `Where you are asked for a code, it is ${code}.`,
      `Both work once, for ${minutes} minutes. A newer mail replaces this one.`,
    ],
    action: { label: 'Set a new password', href },
    foot: [
      'You get this because somebody asked for it. If it was not you, do nothing: ' +
        'your password stays as it is.',
    ],
  })
}
