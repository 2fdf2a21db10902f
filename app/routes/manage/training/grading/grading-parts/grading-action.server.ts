import type { ActionFunctionArgs } from '@remix-run/cloudflare'
import { type GradingForm, gradingForm } from '#app/domain/grading/grading-form.ts'
import { saveGrading } from '#app/domain/grading/save-grading.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, outdated, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { count } from '#app/values/wording.ts'

/** Plans a grading or changes one: 303 to its page, 422 with the reason and the typed values. */
export async function gradingAction(
  { context, request }: Pick<ActionFunctionArgs, 'context' | 'request'>,
  gradingId: string | null,
) {
  const { app, ctx } = await requirePermission(context, 'gradings:write')
  const submission = await parseForm(request, gradingForm(ctx.studio.currency))
  if (submission.status !== 'success') return invalid(submission)
  const { version, ...typed } = submission.value as GradingForm
  const form = gradingId === null ? typed : { ...typed, key: gradingId }
  const result = await saveGrading(ctx, form, gradingId === null ? null : version)
  if (result.ok) {
    const words = gradingId === null ? 'Planned. Nobody is invited yet.' : 'Saved.'
    return redirectWithFlash(app, paths.manageGrading(ctx.studio, form.key), words)
  }
  if (result.reason === 'changed') return outdated(submission, 'this grading')
  if ('people' in result) {
    const tell = [
      `${count(result.people, 'person is', 'people are')} invited for another day. Tick this so that they are told.`,
    ]
    return refused(submission, { code: result.reason, fields: { tell } })
  }
  if (result.reason === 'fee_charged') {
    const fee = ['People are invited with the other fee. It stays.']
    return refused(submission, { code: result.reason, fields: { fee } })
  }
  if (result.reason === 'under_way') {
    const form = ['The grading has begun. It can’t be changed any more.']
    return refused(submission, { code: result.reason, form })
  }
  if (gradingId === null) {
    const level = ['Choose a level of this studio']
    return refused(submission, { code: result.reason, fields: { level } })
  }
  throw notFound()
}
