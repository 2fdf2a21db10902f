/**
 * Whether mail programs would make a link of part of a name. Anybody can have a letter sent to
 * anybody under any name, and such a name would be their advertisement.
 */
const looksLikeLink = (name: string): boolean => /[/\\:@]|\.\p{L}{2}|www\./iu.test(name)

/** A name that somebody typed, as a letter to somebody else has it. */
export const nameInLetter = (name: string): string => (looksLikeLink(name) ? 'Someone' : name)

/** `Hello Ana,` */
export const greeting = (name: string): string =>
  name === '' || looksLikeLink(name) ? 'Hello,' : `Hello ${name},`
