import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { holdPlace } from '#app/domain/courses/enrolments/hold-place.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound, requireBooker } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'

/** Nothing to see here: the button is on the course's page. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requireBooker(context)
  return redirect(paths.program(ctx.studio, params.classid ?? ''), 303)
}

/**
 * Keeps a place for ten minutes and leads to the confirm page, which also says why there is none.
 */
export async function action({ context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requireBooker(context)
  const courseId = params.classid ?? ''
  const result = await holdPlace(ctx, courseId, ctx.person.id)
  if (result.ok) return redirect(paths.enrol(ctx.studio, courseId), 303)
  if (result.reason === 'not_found') throw notFound()
  if (result.reason === 'full') {
    return redirectWithFlash(
      app,
      paths.enrol(ctx.studio, courseId),
      'The last place has just gone.',
      'warn',
    )
  }
  return redirect(paths.program(ctx.studio, courseId), 303)
}

export default function Hold() {
  return null
}
