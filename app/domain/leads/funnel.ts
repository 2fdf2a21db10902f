/** What the figures of leads mean, and how they are reckoned. Pure. */

/** How far the leads of a time got: opportunities, never touches. */
export type Funnel = {
  leads: number
  contacted: number
  booked: number
  attended: number
  joined: number
  /** Of those who joined, how many had come to a trial. */
  joinedAfterTrial: number
}

/** Each figure by its id, with its definition as people read it (R20). */
export const funnelDefinitions = {
  'leads.created': 'Leads whose first touch was in the time. Another touch is no other lead.',
  'leads.contacted': 'Of those, whom the studio has called, texted, emailed or met since.',
  'leads.trial_booked': 'Of those, who have ever had a trial booked.',
  'leads.trial_attended': 'Of those, who came to a trial.',
  'leads.joined': 'Of those, who were won: they became members.',
  'leads.lead_to_join': 'Joined of all leads of the time.',
  'leads.show': 'Came to a trial of those who booked one.',
  'leads.close': 'Joined of those who came to a trial.',
  'leads.answer_minutes': 'Half of the last 100 leads that were answered had waited no longer.',
} as const

/** A share in percent with one decimal, half up; null of nothing. */
export const shareOf = (part: number, of: number): number | null =>
  of === 0 ? null : Math.round((part * 1_000) / of) / 10

/** The three rates of a funnel, in percent. */
export const ratesOf = ({ leads, booked, attended, joined, joinedAfterTrial }: Funnel) => ({
  leadToJoin: shareOf(joined, leads),
  show: shareOf(attended, booked),
  close: shareOf(joinedAfterTrial, attended),
})

/** `12.5%` */
export const percent = (share: number | null): string =>
  share === null ? '–' : `${share.toLocaleString('en-GB')}%`
