import { paths } from '#app/paths.ts'
import { greeting } from '#app/values/text/greeting.ts'
import { count, dayMonthYear } from '#app/values/wording.ts'
import type { LocalDate } from '#app/values/zone.ts'
import type { Letter } from '../letter.ts'
import { composeLetter } from '../letter-html.ts'

/** Told to both when the studio makes what is left of a pack somebody else’s. */
export function packTransferred(message: {
  studio: { name: string; slug: string; locale: string }
  origin: string
  name: string
  /** To the person it was taken from. */
  given: boolean
  other: string
  pack: string
  credits: number
  expiresOn: LocalDate
}): Letter {
  const { studio, origin, name, given, other, pack, credits, expiresOn } = message
  const some = count(credits, 'credit')
  const until = expiresOn < '9999' ? ` until ${dayMonthYear(expiresOn, studio.locale)}` : ''
  return composeLetter({
    subject: given ? `Your ${pack} is transferred` : `You have ${some} at ${studio.name}`,
    paragraphs: [
      greeting(name),
      given
        ? `${studio.name} transferred ${some} of your ${pack} to ${other}. Classes you booked ` +
          'with it stay booked.'
        : `${studio.name} transferred ${some} of ${other}’s ${pack} to you. You can use ` +
          `${credits === 1 ? 'it' : 'them'}${until}.`,
    ],
    action: { label: 'See your credits', href: `${origin}${paths.portal(studio)}` },
    foot: [`${studio.name} sends this because your credits changed.`],
  })
}
