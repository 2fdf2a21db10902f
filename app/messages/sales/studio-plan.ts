import { paths } from '#app/paths.ts'
import type { Letter } from '../letter.ts'
import { composeLetter } from '../letter-html.ts'

type PlanLetter = {
  kind: 'billed' | 'trial' | 'active' | 'past_due' | 'read_only' | 'closed'
  studio: { slug: string; name: string }
  plan: string
  amount: string
  /** Days in words. */
  paidUntil: string
  worksUntil: string
  readUntil: string
  keptUntil: string
  trial: boolean
  origin: string
}

/** Tells an owner how their studio stands with its own plan, and what to do. */
export function studioPlanLetter(of: PlanLetter): Letter {
  const { subject, paragraphs } = said[of.kind](of)
  const { studio, origin, kind } = of
  return composeLetter({
    subject,
    paragraphs,
    action: {
      label: kind === 'closed' ? 'Download everything' : 'Open your plan',
      href: `${origin}${kind === 'closed' ? paths.manageExport(studio) : paths.manageYourPlan(studio)}`,
    },
    foot: [`You’re getting this because you own ${studio.name} on Cadence.`],
  })
}

const said: Record<
  PlanLetter['kind'],
  (of: PlanLetter) => { subject: string; paragraphs: string[] }
> = {
  billed: ({ studio, plan, amount, paidUntil, trial }) => ({
    subject: `${amount} for ${studio.name}, due ${paidUntil}`,
    paragraphs: [
      trial
        ? `The trial of ${studio.name} runs until ${paidUntil}.`
        : `${studio.name} is paid until ${paidUntil}.`,
      `The next month of the ${plan} plan is ${amount}. You can change or cancel the plan until then.`,
    ],
  }),
  trial: ({ studio, paidUntil }) => ({
    subject: `${studio.name} is on trial`,
    paragraphs: [`The trial runs until ${paidUntil}. Everything is included.`],
  }),
  active: ({ studio, paidUntil }) => ({
    subject: `${studio.name} is paid`,
    paragraphs: [`It is paid until ${paidUntil}.`],
  }),
  past_due: ({ studio, amount, paidUntil, worksUntil }) => ({
    subject: `${studio.name}: payment overdue`,
    paragraphs: [
      `${amount} was due on ${paidUntil}.`,
      `Everything works as usual until ${worksUntil}. After that nothing can be changed until it’s paid, but you can still check people in.`,
    ],
  }),
  read_only: ({ studio, amount, readUntil }) => ({
    subject: `${studio.name} can’t be changed until it’s paid`,
    paragraphs: [
      `${amount} is still unpaid. Members can’t book or buy. You can check people in, and read and download everything.`,
      `Paid, everything works again at once. The studio closes after ${readUntil}.`,
    ],
  }),
  closed: ({ studio, keptUntil }) => ({
    subject: `${studio.name} is closed`,
    paragraphs: [
      `Members can’t book or buy any more, and nothing is charged to them.`,
      `Your data is kept until ${keptUntil}. You can download everything until then for free.`,
    ],
  }),
}
