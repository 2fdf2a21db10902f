import { composeLetter } from './letter-html.ts'

/** Leads to the page that sets a new password. `href` is absolute. */
export function resetPassword({ href, minutes }: { href: string; minutes: number }) {
  return composeLetter({
    subject: 'Set a new password',
    paragraphs: [
      'Open this page and choose a new password. You are signed in with it, and signed out everywhere else.',
      `The link works once, for ${minutes} minutes. A newer mail replaces this one.`,
    ],
    action: { label: 'Set a new password', href },
    foot: ['You get this because somebody asked for it. If it was not you, do nothing: your password stays as it is.'],
  })
}
