import { composeLetter } from './letter-html.ts'

/**
 * Asks for a yes to a new address: at the new one, and at the one that is given up, each with a
 * link and a code of its own. `both` says that the other half is asked as well.
 */
export function changeAddress({
  half,
  newEmail,
  href,
  code,
  minutes,
  both,
}: {
  half: 'current' | 'new'
  newEmail: string
  href: string
  code: string
  minutes: number
  both: boolean
}) {
  const other = half === 'new' ? 'your present address' : 'the new address'
  return composeLetter({
    subject: half === 'new' ? 'Confirm your new address' : 'Confirm that your address changes',
    paragraphs: [
      half === 'new'
        ? 'This address is to be the one you sign in with. ' +
          'Open this page and press the button on it.'
        : `You asked to sign in with ${newEmail} from now on. ` +
          'Open this page and press the button on it.',
      `Where you are asked for a code, it is ${code}.`,
      `Both work once, for ${minutes} minutes. A newer mail replaces this one.`,
      ...(both
        ? [`A second mail went to ${other}: the address changes once both have said yes.`]
        : []),
    ],
    action: { label: half === 'new' ? 'Confirm this address' : 'Change my address', href },
    foot: [
      half === 'new'
        ? 'You get this because somebody gave your address as their new one. ' +
          'If it was not you, do nothing.'
        : 'If you did not ask for this, do nothing and set a new password: ' +
          'somebody may be signed in as you.',
    ],
  })
}
