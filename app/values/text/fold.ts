/** A name in the form two spellings of it are compared in: composed, in lower case, single spaces. */
export const foldName = (text: string): string =>
  text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
