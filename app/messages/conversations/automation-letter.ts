import type { Letter } from '../letter.ts'
import { composeLetter, unsubscribeHere } from '../letter-html.ts'

/** What an automation writes to somebody, in the studio's words. */
export const automationLetter = ({
  studio,
  subject,
  text,
}: {
  studio: { name: string }
  subject: string
  text: string
}): Letter =>
  composeLetter({
    subject,
    paragraphs: text.split(/\n+/).filter((part) => part.trim() !== ''),
    foot: [
      `${studio.name} sends this because you agreed to news by email.`,
      `Unsubscribe: ${unsubscribeHere}`,
    ],
  })
