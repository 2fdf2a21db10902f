import { greeting } from '#app/values/text/greeting.ts'
import type { Letter } from '../letter.ts'
import { composeLetter, unsubscribeHere } from '../letter-html.ts'

/** Written once to somebody who started at an offer and did not buy. */
export const offerReminder = ({
  studio,
  name,
  headline,
  href,
}: {
  studio: { name: string }
  name: string
  headline: string
  href: string
}): Letter =>
  composeLetter({
    subject: `${headline} at ${studio.name}`,
    paragraphs: [
      `${greeting(name)} you looked at “${headline}” and didn’t finish. The offer is still open.`,
      'If you have a question, ask us before you buy.',
    ],
    action: { label: 'See the offer', href },
    foot: [
      `${studio.name} sends this once because you agreed to news by email.`,
      `Unsubscribe: ${unsubscribeHere}`,
    ],
  })
