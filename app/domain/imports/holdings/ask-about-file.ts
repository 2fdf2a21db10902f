/** Words of a file that are asked about once: what they were answered, and what is still open. Pure. */
import type { BillingInterval } from '#app/values/billing/billing-period.ts'
import { foldName } from '#app/values/text/fold.ts'
import { money } from '#app/values/wording.ts'
import type { FindOffer } from './find-offer.ts'
import type { Offer } from './holding-queries.server.ts'
import type { Question } from './holding-words.ts'

/** Answers so far, and the questions that turn up while the rows are read. */
export type Asking = {
  ctx: { studio: { currency: string; locale: string } }
  job: { decisions: Readonly<Record<string, string>> }
  offers: readonly Offer[]
  findOffer: FindOffer
  questions: Map<string, Question>
}

/** Counts a row that asks; the first one writes the question. */
function ask(
  { questions }: Asking,
  key: string,
  word: string,
  first: () => Pick<Question, 'answer' | 'options'>,
) {
  const asked = questions.get(key)
  if (asked) asked.rows += 1
  else questions.set(key, { ...{ key, word, rows: 1 }, ...first() })
}

/** The plan, pack or level that a word of the file is; always asked, so that a match can be changed. */
export function askOffer(asking: Asking, word: string): Offer | 'left' | null {
  const { offers, ctx } = asking
  const known = asking.findOffer(word)
  ask(asking, `offer:${foldName(word)}`, word, () => ({
    answer: known === 'left' ? 'leave' : (known?.id ?? ''),
    options: [
      ...offers.map(({ id, name, priceMinor }) => ({
        value: id,
        words:
          priceMinor === null
            ? name
            : `${name}, ${money(priceMinor, ctx.studio.currency, ctx.studio.locale)}`,
      })),
      { value: 'leave', words: 'Leave out' },
    ],
  }))
  return known
}

function askOneOf(asking: Asking, key: string, word: string, options: Question['options']): string {
  const given = asking.job.decisions[key] ?? ''
  const answer = options.some(({ value }) => value === given) ? given : ''
  ask(asking, key, word, () => ({ answer, options }))
  return answer
}

export function askInterval(asking: Asking, word: string): BillingInterval | 'other' | null {
  const answer = askOneOf(asking, `frequency:${foldName(word)}`, word, [
    { value: 'month', words: 'Every month' },
    { value: 'four_weeks', words: 'Every 4 weeks' },
    { value: 'week', words: 'Every week' },
    { value: 'other', words: 'Otherwise' },
  ])
  return (answer as BillingInterval | 'other') || null
}

export function askCame(asking: Asking, word: string): boolean | null {
  const answer = askOneOf(asking, `status:${foldName(word)}`, word, [
    { value: 'came', words: 'They came' },
    { value: 'not', words: 'They didn’t come' },
  ])
  return answer === '' ? null : answer === 'came'
}
