import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { keepPlace } from '#app/domain/videos/keep-place.server.ts'
import { readClock } from '#app/domain/videos/web-vtt.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { readPosted } from '#app/http/form.server.ts'
import { notFound, requireMember } from '#app/http/guards.server.ts'
import { watcherOf } from '#app/http/portal/watcher.server.ts'
import { postedText } from '#app/http/posted-picks.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle = { answersData: true } satisfies PageHandle

/**
 * Keeps where somebody stopped: `stoppedAt` is `12:30`, `done` says they came to the end. A page's script
 * says `seconds` and is answered with nothing (204).
 */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx, viewer } = await requireMember(context)
  const videoId = params.video ?? ''
  const posted = await readPosted(request)
  const said = postedText(posted, 'seconds')
  const done = postedText(posted, 'done') !== ''
  const seconds = /^\d{1,5}$/.test(said) ? Number(said) : readClock(postedText(posted, 'stoppedAt'))
  const back = paths.video(ctx.studio, videoId)
  if (seconds === null && !done) {
    throw refusalPage('no_time', 'Enter where you stopped, such as 12:30.', back)
  }
  const place = { seconds: seconds ?? 0, done }
  if (!(await keepPlace(ctx, watcherOf(viewer), videoId, place))) throw notFound()
  if (said !== '') return new Response(null, { status: 204 })
  return redirectWithFlash(app, back, done ? 'Marked as watched.' : 'Your place is kept.')
}

/** Where the form stands. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requireMember(context)
  return redirect(paths.video(ctx.studio, params.video ?? ''), 303)
}
