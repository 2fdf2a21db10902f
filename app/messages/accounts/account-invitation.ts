import { composeLetter } from '../letter-html.ts'
import { mailedCode } from './mailed-code.ts'

/**
 * Invites someone to an account that was made for their address. `href` is absolute; `code` does
 * the same.
 */
export function accountInvitation({
  href,
  code,
  minutes,
}: {
  href: string
  code: string
  minutes: number
}) {
  return composeLetter({
    subject: 'You are invited',
    paragraphs: [
      'An account has been made for your address. ' +
        'Open this page and accept to start using it.',
      ...mailedCode(code, minutes),
    ],
    action: { label: 'Accept the invitation', href },
    foot: [
      'You’re getting this because someone invited your address. If you don’t want an ' +
        'account, you can ignore this email.',
    ],
  })
}
