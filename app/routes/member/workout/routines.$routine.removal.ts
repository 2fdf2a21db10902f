import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { removeRoutine } from '#app/domain/training-log/history/keep-routine.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound, requireMember } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'

/** Takes a routine of one's own away. */
export async function action({ params, context }: ActionFunctionArgs) {
  const { app, ctx } = await requireMember(context)
  if (!(await removeRoutine(ctx, params.routine ?? ''))) throw notFound()
  const text = 'Deleted. What you did by it stays in your log.'
  return redirectWithFlash(app, paths.workouts(ctx.studio), text)
}

/** Where the button stands. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { ctx } = await requireMember(context)
  return redirect(paths.workout(ctx.studio, params.routine ?? ''), 303)
}
