import { composeLetter } from './letter-html.ts'

/** Asks the owner of an address to confirm it. `href` is absolute; `studio` is where the person signed up, if anywhere. */
export function confirmAddress({ href, studio, minutes }: { href: string; studio: string | null; minutes: number }) {
  return composeLetter({
    subject: studio ? `Confirm your address for ${studio}` : 'Confirm your address',
    paragraphs: [
      'You are one step from your account. Open this page and press the button on it.',
      `The link works once, for ${minutes} minutes. A newer mail replaces this one.`,
    ],
    action: { label: 'Confirm my address', href },
    foot: [
      'You get this because somebody signed up with your address. If it was not you, do nothing: no account opens.',
    ],
  })
}
