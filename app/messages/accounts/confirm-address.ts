import { composeLetter } from '../letter-html.ts'
import { mailedCode } from './mailed-code.ts'

/**
 * Asks the owner of an address to confirm it. `href` is absolute; `code` does the same where it is
 * asked for; `studio` is where the person signed up, if anywhere.
 */
export function confirmAddress({
  href,
  code,
  studio,
  minutes,
}: {
  href: string
  code: string
  studio: string | null
  minutes: number
}) {
  return composeLetter({
    subject: studio ? `Confirm your address for ${studio}` : 'Confirm your address',
    paragraphs: [
      'You’re one step away from your account. Open this page to confirm your address.',
      ...mailedCode(code, minutes),
    ],
    action: { label: 'Confirm my address', href },
    foot: [
      'You’re getting this because someone signed up with your address. If it wasn’t you, ' +
        'ignore this email and no account will be created.',
    ],
  })
}
