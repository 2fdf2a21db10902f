import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import * as z from 'zod'
import { confirmCourse, publishCourse } from '#app/domain/courses/change-course.server.ts'
import { settleWorkshop } from '#app/domain/courses/settle-workshop.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'

/** Nothing to see here: the buttons are on the course's page. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'schedule:read')
  return redirect(paths.manageCourse(ctx.studio, 'course', params.course ?? ''), 303)
}

const form = z.object({
  act: z.enum(['go', 'publish', 'settle']),
  anyway: z.string().max(2_000).optional(),
  to: z.enum(['pay', 'apart']).default('apart'),
  shown: z.coerce.number().int().default(0),
})

const notSettled: Record<string, string> = {
  not_over: 'It hasn’t run yet. Settle it after its last session.',
  changed_meanwhile: 'What they get has changed since you opened the page. Check it again.',
  locked: 'This month’s pay is locked, or its coach isn’t paid here. Settle it apart from pay.',
}

/** Puts a draft on sale, decides that a workshop takes place, or settles it with its guest teacher. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const courseId = params.course ?? ''
  const kind = app.url.pathname.includes('/workshops/') ? 'workshop' : 'course'
  const back = paths.manageCourse(ctx.studio, kind, courseId)
  const submission = await parseForm(request, form)
  if (submission.status !== 'success')
    throw refusalPage('nothing_chosen', 'Choose what to do.', back)
  const { act, anyway, to, shown } = submission.value
  if (act === 'settle') {
    const { ctx: paying } = await requirePermission(context, 'pay:write')
    const settled = await settleWorkshop(paying, courseId, { to, shownMinor: shown })
    if (settled.ok) return redirectWithFlash(app, back, 'Settled.')
    if (settled.reason === 'not_found') throw notFound()
    throw refusalPage(settled.reason, notSettled[settled.reason] ?? '', back)
  }
  const result =
    act === 'go'
      ? await confirmCourse(ctx, courseId)
      : await publishCourse(ctx, courseId, { anyway })
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    if (result.reason === 'taken')
      throw refusalPage(
        'taken',
        `${result.clashes.join('. ')}. Open the draft again to see them all: move those sessions, or tick to publish anyway.`,
        back,
      )
    if (result.reason === 'closed')
      throw refusalPage('closed', `${result.clashes.join('. ')}. Move those sessions first.`, back)
    if (result.reason === 'changed_meanwhile')
      throw refusalPage(result.reason, 'Someone has just changed this. Check it again.', back)
    throw refusalPage(result.reason, 'It’s cancelled or not on sale yet.', back)
  }
  return redirectWithFlash(app, back, act === 'go' ? 'It’s going ahead.' : 'Published.')
}

export default function Decision() {
  return null
}
