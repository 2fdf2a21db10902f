import { derivedId } from '#app/values/id.ts'

/** The header of every page of somebody signed in, read by the service worker. */
export const accountHeader = 'Cadence-Account'

/**
 * The word by which pages and what they keep on a device are one account's. It tells nothing of the
 * account, and is the same each time.
 */
export const accountKey = (userId: string): Promise<string> => derivedId('device', userId)
