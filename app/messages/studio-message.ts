import { paths } from '#app/paths.ts'
import { greeting } from '#app/values/text/greeting.ts'
import type { Letter } from './letter.ts'
import { composeLetter } from './letter-html.ts'

export type StudioMessage = {
  studio: { name: string; slug: string }
  origin: string
  name: string
  /** What staff wrote; its lines become paragraphs. */
  text: string
  /** Who of the staff wrote it. */
  from: string
}

/** What staff write to many of their people at once, as they wrote it. */
export function studioMessage({ studio, origin, name, text, from }: StudioMessage): Letter {
  const lines = text
    .split(/\n+/)
    .map((line) => line.trim())
    .filter(Boolean)
  return composeLetter({
    subject: `A message from ${studio.name}`,
    paragraphs: [greeting(name), ...lines, `${from}, ${studio.name}`],
    foot: [`${studio.name} writes to its people. You can switch these emails off.`],
    action: { label: `Open ${studio.name}`, href: origin + paths.home(studio) },
  })
}
