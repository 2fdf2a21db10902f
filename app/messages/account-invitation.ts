import { composeLetter } from './letter-html.ts'

/**
 * Invites somebody to an account that was made for their address. `href` is absolute; `code` does
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
        'Open this page and press the button on it to make it yours.',
      `Where you are asked for a code, it is ${code}.`,
      `Both work once, for ${minutes} minutes. A newer mail replaces this one.`,
    ],
    action: { label: 'Accept the invitation', href },
    foot: [
      'You get this because somebody invited your address. ' +
        'If you do not want an account, do nothing.',
    ],
  })
}
