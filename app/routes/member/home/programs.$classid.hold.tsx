import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { holdPlace } from '#app/domain/courses/enrolments/hold-place.server.ts'
import { notFound, requireBooker } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'

/** Nothing to see here: the button is on the course's page. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requireBooker(context)
  return redirect(paths.program(ctx.studio, params.classid ?? ''), 303)
}

/**
 * Keeps a place for ten minutes and leads to the confirm page, which also says why there is none;
 * 422 where the last one has gone.
 */
export async function action({ context, params }: ActionFunctionArgs) {
  const { ctx } = await requireBooker(context)
  const courseId = params.classid ?? ''
  const result = await holdPlace(ctx, courseId, ctx.person.id)
  if (result.ok) return redirect(paths.enrol(ctx.studio, courseId), 303)
  if (result.reason === 'not_found') throw notFound()
  if (result.reason === 'full')
    throw refusalPage('full', 'The last place has just gone.', paths.enrol(ctx.studio, courseId))
  return redirect(paths.program(ctx.studio, courseId), 303)
}

export default function Hold() {
  return null
}
