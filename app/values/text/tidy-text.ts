/** What turns the order of letters around, or can be there without being seen. */
const unseen =
  /\u034f|[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb]/g

/** Joiners shape letters and emoji, and mean nothing elsewhere. */
const looseJoiners =
  /(?<=^|\s)[\u200c\u200d]+|[\u200c\u200d]+(?=\s|$)|([\u200c\u200d])[\u200c\u200d]+/g

/** Letters of no language carry more marks than that one upon another. */
const piledMarks = /(\p{M}{4})\p{M}+/gu
/** The same before they are composed: putting a pile of 100,000 marks in order takes seconds. */
const heapedMarks = /(\p{M}{30})\p{M}+/gu

const seen = /[\p{L}\p{N}\p{P}\p{S}]/u

/**
 * A text that people wrote, such as a name, a title or a reason, as everybody else will read it:
 * composed (NFC), without space around, without characters that turn its order around or cannot be
 * seen, and with at most four marks on a letter. Empty where nothing is left that can be seen, so
 * that a schema's own sentence refuses it. Lines and emoji stay.
 */
export function tidyText(text: string): string {
  const tidy = text
    .replace(heapedMarks, '$1')
    .normalize('NFC')
    .replace(/\p{Cs}/gu, '')
    .replace(unseen, '')
    .replace(looseJoiners, '$1')
    .replace(piledMarks, '$1')
    .trim()
  return seen.test(tidy) ? tidy : ''
}

/**
 * The first `most` characters of what `tidyText` leaves, for texts of files that are cut instead of
 * refused: no half of an emoji at the end, which a database would read back as another text.
 */
export const tidyStart = (text: string, most: number): string =>
  tidyText(text.trim().slice(0, most * 8))
    .slice(0, most)
    .replace(/\p{Cs}$/u, '')
