import { paths } from '#app/paths.ts'
import { greeting } from '#app/values/text/greeting.ts'
import type { Letter } from '../letter.ts'
import { composeLetter } from '../letter-html.ts'

/** A gift card to whom it is for: what it is worth, its code, and where it is printed. */
export function giftCardLetter(of: {
  studio: { name: string; slug: string }
  origin: string
  /** Empty where the buyer named nobody. */
  name: string
  from: string
  message: string
  amount: string
  /** In fours. */
  code: string
  key: string
  /** The last day in words; empty where there is none. */
  until: string
}): Letter {
  const { studio, origin, name, from, message, amount, code, key, until } = of
  return composeLetter({
    subject: from
      ? `${from} sent you a gift card for ${studio.name}`
      : `A gift card for ${studio.name}`,
    paragraphs: [
      greeting(name),
      `${from || 'Someone'} gave you ${amount} to spend at ${studio.name}.`,
      ...(message ? [`“${message}”`] : []),
      {
        facts: [
          ['Code', code],
          ['Worth', amount],
          ...(until ? [['Good until', until] as const] : []),
        ],
      },
      'Say the code at the desk. You can spend it in parts: what is left stays on the card.',
    ],
    action: { label: 'See and print it', href: `${origin}${paths.giftCard(studio, key)}` },
    foot: ['Keep the code to yourself: anyone who has it can spend it.'],
  })
}
