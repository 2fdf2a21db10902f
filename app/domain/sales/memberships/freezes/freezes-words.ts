import { type ActRefusal, actRefusals } from '../membership-acts.ts'

const isRefusal = (why: string): why is ActRefusal =>
  (actRefusals as readonly string[]).includes(why)

/** Why a membership was left out, once its turn came. Pure. */
export function leftOutWhy(why: string, sentence: (reason: ActRefusal) => string): string {
  if (why === 'changed') return 'It was changed meanwhile. Freeze it by itself.'
  if (why === 'too_short') return 'The freeze is shorter than the plan allows.'
  if (why === 'too_many_days') return 'Its plan leaves too few freeze days this year.'
  return isRefusal(why) ? sentence(why) : ''
}
