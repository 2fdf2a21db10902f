import type { Submission } from '@conform-to/dom'
import type { ChangeFlowResult } from '#app/domain/flows/library/change-flow.server.ts'
import { mostItems } from '#app/domain/flows/plan/flow-plan.ts'
import { outdated, refused } from '#app/http/form.server.ts'
import { notFound } from '#app/http/guards.server.ts'

type Refusal = Extract<ChangeFlowResult, { ok: false }>['reason']

const sentences: Record<Exclude<Refusal, 'not_found' | 'changed_meanwhile'>, string> = {
  gone: 'Someone else removed this meanwhile. Reload the page; what you typed isn’t saved.',
  too_many: `A flow holds at most ${mostItems} items, 30 blocks and 60 pieces of music. Split it in two.`,
  at_the_end: 'It is already at that end of the flow.',
  archived: 'This flow is archived. Restore it to change it.',
  busy: 'Others are saving this flow right now. Press again.',
  nothing_before: 'There is no earlier version to restore.',
}

/** Answers an edit that was not made: 404, or 422 with a sentence and what was typed. */
export function refusedEdit(submission: Submission<unknown, string[], unknown>, reason: Refusal) {
  if (reason === 'not_found') throw notFound()
  if (reason === 'changed_meanwhile') return outdated(submission, 'this part of the flow')
  return refused(submission, { form: [sentences[reason]], code: reason })
}
