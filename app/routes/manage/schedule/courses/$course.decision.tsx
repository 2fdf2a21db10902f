import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import * as z from 'zod'
import { confirmCourse, publishCourse } from '#app/domain/courses/change-course.server.ts'
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

const form = z.object({ act: z.enum(['go', 'publish']), anyway: z.string().max(2_000).optional() })

/** Puts a draft on sale, or decides that a workshop takes place. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const courseId = params.course ?? ''
  const kind = app.url.pathname.includes('/workshops/') ? 'workshop' : 'course'
  const back = paths.manageCourse(ctx.studio, kind, courseId)
  const submission = await parseForm(request, form)
  if (submission.status !== 'success')
    throw refusalPage('nothing_chosen', 'Choose what to do.', back)
  const { act, anyway } = submission.value
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
