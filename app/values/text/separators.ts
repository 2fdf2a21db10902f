/**
 * What parts of one line are separated by, everywhere alike. Parts of one name, place or time are
 * separated by a comma ("Pole studio, Mill Lane"), sentences by a full stop, from and until by "to";
 * the rest is here.
 */

/**
 * Between facts of different kinds: who, how long, what it costs. Where the line breaks it stays
 * with what it is behind.
 */
export const dot = '\u00a0· '

/** Facts of different kinds on one line; empty ones are left out. */
export const factsLine = (facts: readonly (string | false | null | undefined)[]): string =>
  facts.filter(Boolean).join(dot)

/** `Timetable – Northside`: a page, and whose it is. */
export const titled = (page: string, whose: string): string => `${page} – ${whose}`
