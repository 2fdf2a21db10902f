/**
 * What still works in a studio whose own plan isn't paid (`read_only`) or is over (`closed`): nobody
 * who stands at the door is sent away, nobody is kept from leaving, and what is owed can be paid.
 * Everything else can be read and not changed. Pure.
 */
import type { Studio } from './studio.ts'

export const isUnpaid = (state: Studio['planState']): boolean =>
  state === 'read_only' || state === 'closed'

/** Below `/{studio}`; each with what follows it. */
const goesOn: readonly RegExp[] = [
  // Checking in: at the desk, on a roster, at an event, at a kiosk.
  /^manage\/studio\/reception(\/taps)?$/,
  /^manage\/schedule\/classes\/[^/]+\/(bookings\/[^/]+|walk-ins)$/,
  /^manage\/schedule\/events\/[^/]+\/check-in$/,
  /^kiosk(\/|$)/,
  // The studio's own plan, and everything of it to take away.
  /^manage\/settings\/your-plan(\/|$)/,
  /^manage\/settings\/export/,
  // Leaving: a place, a repeat, a waitlist, a membership, letters.
  /^bookings\/[^/]+\/(cancellation|offer)$/,
  /^(repeats|wishes)\/[^/]+\/removal$/,
  /^portal\/memberships\/[^/]+\/(cancel|withdraw)$/,
  /^portal\/(data|notifications|notices|consents|cards)$/,
  /^unsubscribe\//,
  // Paying what is owed.
  /^portal\/invoices\/[^/]+\/payment$/,
  /^(pay|pay-link)\//,
]

/** Whether a form at this address is taken all the same. */
export function goesOnUnpaid(pathname: string): boolean {
  const [, , ...rest] = pathname.toLowerCase().split('/')
  const below = rest
    .join('/')
    .replace(/\.data$/, '')
    .replace(/\/$/, '')
  return goesOn.some((pattern) => pattern.test(below))
}
