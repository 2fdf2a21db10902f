import { greeting } from '#app/values/text/greeting.ts'
import type { Letter } from '../letter.ts'
import { composeLetter } from '../letter-html.ts'

/** Answers anyone who sent a form, in the studio's own words. */
export function leadReply({
  studio,
  name,
  subject,
  text,
}: {
  studio: { name: string }
  name: string
  subject: string
  text: string
}): Letter {
  return composeLetter({
    subject,
    paragraphs: [greeting(name), ...text.split(/\n{2,}/).filter((part) => part.trim() !== '')],
    foot: [`${studio.name} sends this once because you sent its form.`],
  })
}
