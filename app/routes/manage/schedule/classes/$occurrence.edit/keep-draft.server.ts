import { draftChangedWords } from '#app/domain/planning/draft-words.ts'
import { planChange } from '#app/domain/planning/plan-change.server.ts'
import { asSeries } from '#app/domain/scheduling/series/series-draft.ts'
import type { changeSeriesForm } from '#app/domain/scheduling/series/series-fields.ts'
import { changeSeriesPage } from '#app/domain/scheduling/series/series-form-page.server.ts'
import { seriesRefusal } from '#app/domain/scheduling/series/series-refusals.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, outdated, type parseForm, refused } from '#app/http/form.server.ts'
import { notFound } from '#app/http/guards.server.ts'
import type { RequestContext } from '#app/http/request-context.server.ts'
import { paths } from '#app/paths.ts'

/**
 * Keeps the change of this one class for the next publishing; clashes are told there, before the
 * press.
 */
export async function keepDraft(
  app: RequestContext,
  ctx: StaffContext,
  occurrenceId: string,
  submission: Awaited<ReturnType<typeof parseForm<typeof changeSeriesForm>>>,
) {
  if (submission.status !== 'success') return invalid(submission)
  const { scope, date, time, minutes, roomId, coachId, capacity, version } = submission.value
  if (scope !== 'one') {
    const sentence =
      'You can only save a single class as a draft. Choose only this class, or change them now'
    return refused(submission, { fields: { scope: [sentence] }, code: 'only_one' })
  }
  const { policyId, ownPolicyId, planned = '' } = submission.value
  const page = await changeSeriesPage(ctx, occurrenceId)
  const asked = ownPolicyId === asSeries ? page?.series.policyId : (ownPolicyId ?? policyId)
  if (page?.self && asked !== page.self.policyId) {
    const field = ownPolicyId === undefined ? 'policyId' : 'ownPolicyId'
    const sentence = 'You can’t save another policy as a draft. Save it now instead'
    return refused(submission, { fields: { [field]: [sentence] }, code: 'no_draft' })
  }
  const result = await planChange(ctx, occurrenceId, {
    localStart: `${date}T${time}`,
    minutes,
    roomId,
    coachId,
    capacity,
    version,
    planned,
  })
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    if (result.reason === 'changed') return outdated(submission, 'this class')
    if (result.reason === 'planned_meanwhile') {
      const form = [draftChangedWords(result.facts.planned, ctx.studio)]
      return refused(submission, { form, code: 'changed_meanwhile' })
    }
    return refused(submission, { ...seriesRefusal('over'), code: result.reason })
  }
  return redirectWithFlash(
    app,
    paths.managePublish(ctx.studio),
    'Saved as draft. Nobody is notified until you publish it.',
  )
}
