import type { ActionFunctionArgs } from '@remix-run/cloudflare'
import {
  type LadderForm,
  type LevelDetailsForm,
  ladderForm,
  levelDetailsForm,
} from '#app/domain/progression/ladder-form.ts'
import { saveLadder } from '#app/domain/progression/save-ladder.server.ts'
import { saveLevel } from '#app/domain/progression/save-level.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, outdated, parsePosted, readPosted, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { settleColour } from '#app/http/posted-picks.server.ts'
import { paths } from '#app/paths.ts'

/** Saves a ladder: 303 to its people or the list, 422 beside the field. Without an id it is new. */
export async function ladderAction(
  { context, request }: Pick<ActionFunctionArgs, 'context' | 'request'>,
  ladderId: string | null,
) {
  const { app, ctx } = await requirePermission(context, 'ladders:write')
  const submission = parsePosted(await readPosted(request), ladderForm)
  if (submission.status !== 'success') return invalid(submission)
  const { version, ...typed } = submission.value as LadderForm
  const form = ladderId === null ? typed : { ...typed, key: ladderId }
  const result = await saveLadder(ctx, form, ladderId === null ? null : version)
  if (result.ok) {
    const words = ladderId === null ? `${form.name} is added. Add its levels.` : 'Saved.'
    return redirectWithFlash(app, paths.manageLadders(ctx.studio), words)
  }
  const { reason: code } = result
  if (code === 'changed') return outdated(submission, 'this ladder')
  if (code === 'name_taken') {
    return refused(submission, {
      code,
      fields: { name: ['The discipline has a ladder with that name. Choose another.'] },
    })
  }
  if (code === 'discipline_taken') {
    return refused(submission, {
      code,
      fields: { newDiscipline: ['You have that discipline already. Choose it above.'] },
    })
  }
  if (ladderId !== null) throw notFound()
  return refused(submission, { code, fields: { discipline: ['Choose a discipline of the list.'] } })
}

/** Saves a level of a ladder: 303 to the list, 422 beside the field. Without an id it is new. */
export async function levelAction(
  { context, request, params }: ActionFunctionArgs,
  levelId: string | null,
) {
  const { app, ctx } = await requirePermission(context, 'ladders:write')
  const posted = await readPosted(request)
  settleColour(posted, 'colour')
  const submission = parsePosted(posted, levelDetailsForm)
  if (submission.status !== 'success') return invalid(submission)
  const { version, ...typed } = submission.value as LevelDetailsForm
  const form = levelId === null ? typed : { ...typed, key: levelId }
  const result = await saveLevel(ctx, params.ladder ?? '', form, levelId === null ? null : version)
  if (result.ok) {
    const words = levelId === null ? `${form.name} is added.` : 'Saved.'
    return redirectWithFlash(app, paths.manageLadders(ctx.studio), words)
  }
  if ('most' in result) {
    return refused(submission, {
      code: result.reason,
      fields: { stripes: [`Someone has ${result.most} on it. Enter ${result.most} or more.`] },
    })
  }
  if (result.reason === 'not_found') throw notFound()
  if (result.reason === 'changed') return outdated(submission, 'this level')
  return refused(submission, {
    code: result.reason,
    fields: { name: ['The ladder has a level with that name. Choose another.'] },
  })
}
