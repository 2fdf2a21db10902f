import { greeting } from '#app/values/text/greeting.ts'
import type { Letter } from '../letter.ts'
import { composeLetter, unsubscribeHere } from '../letter-html.ts'

/** Asks a member how likely they are to recommend the studio; it is answered by choosing a number on a page. */
export const scoreQuestion = ({
  studio,
  name,
  href,
}: {
  studio: { name: string; address: string }
  name: string
  href: string
}): Letter =>
  composeLetter({
    subject: `How likely are you to recommend ${studio.name}?`,
    paragraphs: [
      `${greeting(name)} how likely are you to recommend ${studio.name} to a friend, from 0 to 10? Choose a number, and you’re done. We read every answer.`,
    ],
    action: { label: 'Choose a number', href },
    foot: [
      [studio.name, studio.address].filter(Boolean).join(', '),
      `You get this because you agreed to news by email from ${studio.name}.`,
      `Unsubscribe: ${unsubscribeHere}`,
    ],
  })
