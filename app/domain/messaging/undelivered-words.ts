/** Emails and texts that were given up, in words. Pure. */

/** Messages that the page of them lists at most. */
export const undeliveredShown = 100

/** `Sign in link`: what a message was about whose subject is gone, from the name of its kind. */
export const kindName = (kind: string): string =>
  kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('-', ' ')

/** Why a message can’t be tried again; empty where it can. */
export function notAgainWords({ readable, news }: { readable: number; news: number }): string {
  if (readable === 0)
    return 'It held a link or a code, so its text was deleted. Send a new one where it came from.'
  return news === 0 ? '' : 'News isn’t sent late. Send it again as a campaign.'
}
