import { composeLetter } from '../letter-html.ts'
import { mailedCode } from './mailed-code.ts'

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
    paragraphs: ['Open this page to sign in.', ...mailedCode(code, minutes)],
    action: { label: 'Sign in', href },
    foot: [
      'You’re getting this because someone asked for it. If it wasn’t you, ignore this email: ' +
        'nobody is signed in.',
    ],
  })
}
