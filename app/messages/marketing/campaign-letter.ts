import type { Letter } from '../letter.ts'
import { composeLetter, unsubscribeHere } from '../letter-html.ts'

/** A letter to many, in the studio's words, with one button at most. */
export const campaignLetter = ({
  studio,
  subject,
  text,
  action,
  test = false,
}: {
  studio: { name: string; address: string }
  subject: string
  text: string
  action: { label: string; href: string } | null
  /** For who writes it: nobody is unsubscribed by it. */
  test?: boolean
}): Letter =>
  composeLetter({
    subject,
    paragraphs: text.split(/\n+/).filter((part) => part.trim() !== ''),
    ...(action ? { action } : {}),
    foot: [
      [studio.name, studio.address].filter(Boolean).join(', '),
      `You get this because you agreed to news by email from ${studio.name}.`,
      test
        ? 'This is a test. The link to unsubscribe is here in the email itself.'
        : `Unsubscribe: ${unsubscribeHere}`,
    ],
  })
