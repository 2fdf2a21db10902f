import type { Letter } from '../letter.ts'

/** What a text of a campaign says last: networks ask for it, and it is obeyed. */
const stopWords = 'Reply STOP to end texts.'

/** A text to many, in the studio's words: who it is from, where it leads, and how to end texts. */
export const campaignText = (
  { name }: { name: string },
  { text, href }: { text: string; href: string },
): Letter => ({
  subject: '',
  html: '',
  text: [text.includes(name) ? text.trim() : `${name}: ${text.trim()}`, href, stopWords]
    .filter(Boolean)
    .join('\n'),
})
