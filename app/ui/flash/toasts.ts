/** Messages that float over a hydrated page. Pure: the component only tells what happened. */

export type FlashMessage = { text: string; tone: 'good' | 'warn' | 'bad' }

export type Toast = FlashMessage & { id: string }

/** At most so many at once, newest on top (specification 9). */
export const toastLimit = 20

/**
 * How long good news is shown. What went wrong stays until it is dismissed: it may ask for
 * something to be done.
 */
export const toastMs = 5_000

/** Said on a message that does not leave on its own. */
export const staysUntilDismissed = 'Stays here until you dismiss it'

/** How long one takes to leave, as the styles have it. */
export const leavingMs = 200

/**
 * The messages of one answer, which come newest first; `requestId` tells those of different answers
 * apart.
 */
export function toastsOf(requestId: string, messages: readonly FlashMessage[]): Toast[] {
  return messages.map((message, i) => ({ ...message, id: `${requestId}-${i}` }))
}

/**
 * What is shown once more messages have arrived: those on top, the oldest let go; one that was
 * there before is not said again.
 */
export function withToasts(
  shown: readonly Toast[],
  arrived: readonly Toast[],
  dismissed: ReadonlySet<string>,
): Toast[] {
  return [...arrived.filter(({ id }) => !dismissed.has(id)), ...shown].slice(0, toastLimit)
}

export const leavesByItself = ({ tone }: FlashMessage) => tone === 'good'
