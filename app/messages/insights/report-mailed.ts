import { greeting } from '#app/values/text/greeting.ts'
import type { Letter } from '../letter.ts'
import { composeLetter } from '../letter-html.ts'

export type MailedReport = {
  studio: { name: string }
  origin: string
  name: string
  /** The report's own name. */
  title: string
  /** Which days, and as of when. */
  about: string
  /** Its first rows, or its figures: a name and what it says. */
  rows: (readonly [label: string, value: string])[]
  /** How many rows are not in the letter. */
  more: number
  path: string
}

/** A report that somebody at work is sent, with the rows that fit and a link to all of it. */
export function reportMailed(report: MailedReport): Letter {
  const { studio, origin, name, title, about, rows, more, path } = report
  return composeLetter({
    subject: `${title}, ${studio.name}`,
    paragraphs: [
      greeting(name),
      about,
      ...(rows.length > 0 ? [{ facts: rows }] : ['There is nothing in these days.']),
      ...(more > 0 ? [`There are ${more} more. The report has all of them.`] : []),
    ],
    action: { label: 'Open the report', href: `${origin}${path}` },
    foot: [
      `${studio.name} sends you this because a colleague saved it for you, or you did. Change or end it on the page of the report.`,
    ],
  })
}
