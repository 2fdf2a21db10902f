import { greeting } from '#app/values/text/greeting.ts'
import type { Letter } from './letter.ts'
import { composeLetter } from './letter-html.ts'

export type RotaChanged = {
  studio: { name: string }
  origin: string
  /** What they are called. */
  name: string
  /** `7 to 13 December`. */
  week: string
  /** What changed for them: `New`, and `Mon 7 Dec, 09:00 to 13:00, Front desk`. */
  changes: (readonly [what: string, shift: string])[]
  /** An own path of the site. */
  path: string
}

/** Tells somebody what a published rota changes for them. */
export const rotaChanged = ({ studio, origin, name, week, changes, path }: RotaChanged): Letter =>
  composeLetter({
    subject: `Your shifts ${week}`,
    paragraphs: [greeting(name), 'This is what changed for you:', { facts: changes }],
    action: { label: 'See the rota', href: `${origin}${path}` },
    foot: [`${studio.name} sends this because you work here.`],
  })

export const rotaChangedNotice = ({ week, changes: [first, ...rest] }: RotaChanged): string =>
  `Your shifts ${week}: ${first?.join(': ') ?? ''}${rest.length > 0 ? `, and ${rest.length} more` : ''}`
