import { composeLetter } from '../letter-html.ts'
import { mailedCode } from './mailed-code.ts'

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
        'This signs you in, and signs you out everywhere else.',
      ...mailedCode(code, minutes),
    ],
    action: { label: 'Set a new password', href },
    foot: [
      'You’re getting this because someone asked for it. If it wasn’t you, ignore this email: ' +
        'your password stays the same.',
    ],
  })
}
