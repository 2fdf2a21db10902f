/** Words of a file that are asked about once: what they were answered, and what is still open. Pure. */
import type { BillingInterval } from '#app/values/billing/billing-period.ts'
import { foldName } from '#app/values/text/fold.ts'
import { money } from '#app/values/wording.ts'
import type { Offer } from './holding-queries.server.ts'
import type { Question } from './holding-words.ts'

/** Answers so far, and the questions that turn up while the rows are read. */
export type Asking = {
  ctx: { studio: { currency: string; locale: string } }
  job: { decisions: Readonly<Record<string, string>> }
  offers: readonly Offer[]
  questions: Map<string, Question>
}
/** The plan or pack that a word of the file is: by its name, or as it was answered. */
export function offerOf(asking: Asking, word: string): Offer | 'left' | null {
  const { offers, job, ctx } = asking
  const key = `offer:${foldName(word)}`
  const named = offers.find(({ name }) => foldName(name) === foldName(word))?.id ?? ''
  const answer = job.decisions[key] ?? named
  const known = answer === 'leave' ? 'left' : offers.find(({ id }) => id === answer)
  const asked = asking.questions.get(key)
  if (asked) asked.rows += 1
  else
    asking.questions.set(key, {
      ...{ key, word, rows: 1 },
      answer: known ? answer : '',
      options: [
        ...offers.map(({ id, name, priceMinor }) => ({
          value: id,
          words: `${name}, ${money(priceMinor, ctx.studio.currency, ctx.studio.locale)}`,
        })),
        { value: 'leave', words: 'Leave out' },
      ],
    })
  return known ?? null
}

function ask(asking: Asking, key: string, word: string, options: Question['options']): string {
  const answer = asking.job.decisions[key] ?? ''
  const known = options.some(({ value }) => value === answer) ? answer : ''
  const asked = asking.questions.get(key)
  if (asked) asked.rows += 1
  else asking.questions.set(key, { ...{ key, word, rows: 1 }, answer: known, options })
  return known
}

export function askInterval(asking: Asking, word: string): BillingInterval | 'other' | null {
  const answer = ask(asking, `frequency:${foldName(word)}`, word, [
    { value: 'month', words: 'Every month' },
    { value: 'four_weeks', words: 'Every 4 weeks' },
    { value: 'week', words: 'Every week' },
    { value: 'other', words: 'Otherwise' },
  ])
  return (answer as BillingInterval | 'other') || null
}

export function askCame(asking: Asking, word: string): boolean | null {
  const answer = ask(asking, `status:${foldName(word)}`, word, [
    { value: 'came', words: 'They came' },
    { value: 'not', words: 'They didn’t come' },
  ])
  return answer === '' ? null : answer === 'came'
}
