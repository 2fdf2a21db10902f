import { paths } from '#app/paths.ts'
import { greeting } from '#app/values/text/greeting.ts'
import { money } from '#app/values/wording.ts'
import type { Letter } from '../letter.ts'
import { composeLetter } from '../letter-html.ts'

/** A pack that is bought again automatically: before the card is charged, afterwards, and when it stops. */
export function packTopUp(of: {
  studio: { name: string; slug: string; locale: string }
  origin: string
  name: string
  stage: 'coming' | 'done' | 'stopped'
  pack: string
  amountMinor: number
  currency: string
  /** When the card is charged, in words. */
  when: string
  /** Why it stopped, as the end of a sentence. */
  why: string
}): Letter {
  const { studio, origin, name, stage, pack, amountMinor, currency, when, why } = of
  const sum = money(amountMinor, currency, studio.locale)
  const says = {
    coming: {
      subject: `${pack} is bought again for ${sum}`,
      text: [
        `Your ${pack} is nearly used up, so it is bought again as you asked. ${sum} is charged to your saved card ${when}.`,
        'If you don’t want it this time, turn it off before then.',
      ],
      label: 'See or turn it off',
      href: paths.portalTopUps(studio),
    },
    done: {
      subject: `You have a new ${pack}`,
      text: [
        `${sum} was charged to your saved card and your new ${pack} is ready to use. The receipt comes in its own email.`,
      ],
      label: 'See your credits',
      href: paths.portal(studio),
    },
    stopped: {
      subject: `${pack} was not bought again`,
      text: [
        `Your ${pack} was not bought again: ${why}. It isn’t tried another time until you turn it on.`,
      ],
      label: 'Buy it yourself',
      href: paths.prices(studio),
    },
  }[stage]
  return composeLetter({
    subject: says.subject,
    paragraphs: [greeting(name), ...says.text],
    action: { label: says.label, href: `${origin}${says.href}` },
    foot: [`${studio.name} sends this because you turned on buying this pack again.`],
  })
}
