import {
  type ClassTypeForm,
  classTypeForm,
} from '#app/domain/scheduling/class-types/class-type-fields.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import {
  type FormAnswer,
  invalid,
  outdated,
  parsePosted,
  readPosted,
  refused,
  shownAgain,
} from '#app/http/form.server.ts'
import { iconChoices } from '#app/http/icons.server.ts'
import {
  iconSearch,
  postedText,
  settleColour,
  settlePicture,
} from '#app/http/posted-picks.server.ts'
import type { RequestContext } from '#app/http/request-context.server.ts'

export type ReadClassType =
  | {
      ok: true
      form: ClassTypeForm
      nameTaken: () => ReturnType<typeof refused>
      changed: () => ReturnType<typeof refused>
    }
  /** The form is shown again: filled in wrongly (422), or its button only looked for icons. */
  | { ok: false; answer: FormAnswer | ReturnType<typeof invalid> }

/**
 * Reads the form of a class type, with what its pickers post. A picture that came along is stored
 * at once.
 */
export async function readClassType(
  app: RequestContext,
  ctx: MemberContext,
  request: Request,
): Promise<ReadClassType> {
  const posted = await readPosted(request, { megabytes: 20 })
  settleColour(posted, 'colour')
  const cover = await settlePicture(app, ctx, posted, { name: 'cover', folder: 'classes' })
  const search = iconSearch(posted, 'icon')
  const icons = await iconChoices(app.env, {
    query: search ?? '',
    chosen: postedText(posted, 'icon'),
  })
  const submission = parsePosted(posted, classTypeForm(ctx.studio.currency))
  if (search !== null) return { ok: false, answer: shownAgain(submission, { icons }) }

  const wrong: Record<string, string[]> = {}
  if (cover) wrong.cover = [cover]
  if (submission.status !== 'success')
    return { ok: false, answer: invalid(submission, wrong, { icons }) }
  if (submission.value.icon !== '' && !icons.chosen) wrong.icon = ['Choose an icon of the list']
  if (Object.keys(wrong).length > 0)
    return { ok: false, answer: invalid(submission, wrong, { icons }) }
  return {
    ok: true,
    form: submission.value,
    nameTaken: () =>
      refused(
        submission,
        { fields: { name: ['You already have a class type with that name'] }, code: 'name_taken' },
        { icons },
      ),
    changed: () => outdated(submission, 'this class type', { icons }),
  }
}
