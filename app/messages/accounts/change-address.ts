import { composeLetter } from '../letter-html.ts'
import { mailedCode } from './mailed-code.ts'

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
  const other = half === 'new' ? 'your current address' : 'the new address'
  return composeLetter({
    subject: half === 'new' ? 'Confirm your new address' : 'Confirm your change of address',
    paragraphs: [
      half === 'new'
        ? 'You asked to sign in with this address. Open this page to confirm it.'
        : `You asked to sign in with ${newEmail} from now on. Open this page to confirm it.`,
      ...mailedCode(code, minutes),
      ...(both
        ? [`We also emailed ${other}: the address changes once you’ve confirmed from both.`]
        : []),
    ],
    action: { label: half === 'new' ? 'Confirm this address' : 'Change my address', href },
    foot: [
      half === 'new'
        ? 'You’re getting this because someone gave your address as their new one. ' +
          'If it wasn’t you, you can ignore this email.'
        : 'If you didn’t ask for this, don’t confirm it, and set a new password: someone may ' +
          'be signed in as you.',
    ],
  })
}
