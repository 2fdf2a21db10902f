import { composeLetter } from './letter-html.ts'

/** Signs in without a password. `href` is absolute; `code` does the same where it is asked for. */
export function signInLink({
  href,
  code,
  minutes,
}: {
  href: string
  code: string
  minutes: number
}) {
  return composeLetter({
    subject: 'Your sign-in link',
    paragraphs: [
      'Open this page and press the button on it to sign in.',
      `Where you are asked for a code, it is ${code}.`,
      `Both work once, for ${minutes} minutes. A newer mail replaces this one.`,
    ],
    action: { label: 'Sign in', href },
    foot: [
      'You get this because somebody asked for it. If it was not you, do nothing: ' +
        'nobody is signed in.',
    ],
  })
}
