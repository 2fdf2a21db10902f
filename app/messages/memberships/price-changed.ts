import { paths } from '#app/paths.ts'
import { greeting } from '#app/values/text/greeting.ts'
import { dayMonthYear, money } from '#app/values/wording.ts'
import type { LocalDate } from '#app/values/zone.ts'
import type { Letter } from '../letter.ts'
import { composeLetter } from '../letter-html.ts'

const per = { month: 'a month', four_weeks: 'every four weeks', week: 'a week' } as const

/** Told ahead when somebody’s membership gets another price or other terms. */
export function priceChanged(message: {
  studio: { name: string; slug: string; currency: string; locale: string }
  origin: string
  name: string
  membershipId: string
  plan: string
  on: LocalDate
  beforeMinor: number
  afterMinor: number
  interval: keyof typeof per
  /** The prices are with the discount of their family. */
  family?: boolean
}): Letter {
  const {
    studio,
    origin,
    name,
    membershipId,
    plan,
    on,
    beforeMinor,
    afterMinor,
    interval,
    family,
  } = message
  const price = (minor: number) =>
    `${money(minor, studio.currency, studio.locale)} ${per[interval]}${family ? ', with your family discount' : ''}`
  const day = dayMonthYear(on, studio.locale)
  return composeLetter({
    subject: `${plan} changes on ${day}`,
    paragraphs: [
      greeting(name),
      `Your membership at ${studio.name} changes with the first bill from ${day} on.`,
      {
        facts: [
          ['Membership', plan],
          ['Price until then', price(beforeMinor)],
          [`Price from ${day}`, price(afterMinor)],
        ],
      },
      'You can change your plan or cancel before that, online or at the desk.',
    ],
    action: {
      label: 'See your membership',
      href: `${origin}${paths.portalMembership(studio, membershipId)}`,
    },
    foot: [`${studio.name} sends this because you have this membership.`],
  })
}
