import { greeting } from '#app/values/text/greeting.ts'
import type { Letter } from '../letter.ts'
import { composeLetter, unsubscribeHere } from '../letter-html.ts'

/** Staff write to several leads at once, in their own words. */
export function leadMessage({
  studio,
  name,
  subject,
  text,
  from,
}: {
  studio: { name: string }
  name: string
  subject: string
  text: string
  from: string
}): Letter {
  return composeLetter({
    subject,
    paragraphs: [
      greeting(name),
      ...text.split(/\n+/).filter((part) => part.trim() !== ''),
      `${from}, ${studio.name}`,
    ],
    foot: [
      `${studio.name} sends this because you agreed to news by email.`,
      `Unsubscribe: ${unsubscribeHere}`,
    ],
  })
}
