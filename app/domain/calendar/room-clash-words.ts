/** What a sentence about a clash in a room adds. Pure. */

/** Of a room that is free then, but not for long enough. */
export const gapWords = (minutes: number | string) =>
  `, and needs ${minutes} minutes between for turn-round and set-up`

/** Of a room of which nobody can mean a clash. */
export const neverTwiceWords = '. It is never booked twice: choose another room or time'
