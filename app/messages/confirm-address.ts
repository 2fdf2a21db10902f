import { composeLetter } from './letter-html.ts'

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
      'You are one step from your account. Open this page and press the button on it.',
      `Where you are asked for a code, it is ${code}.`,
      `Both work once, for ${minutes} minutes. A newer mail replaces this one.`,
    ],
    action: { label: 'Confirm my address', href },
    foot: [
      'You get this because somebody signed up with your address. ' +
        'If it was not you, do nothing: no account opens.',
    ],
  })
}
