import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { findWatchable } from '#app/domain/videos/video-queries.server.ts'
import { notFound, viewStudio } from '#app/http/guards.server.ts'
import { watcherOf } from '#app/http/portal/watcher.server.ts'

/** The captions of a video, for who may watch it. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await viewStudio(context)
  const file = await findWatchable(ctx, watcherOf(viewer), params.video ?? '')
  if (!file || file.captions === '') throw notFound()
  return new Response(file.captions, {
    headers: { 'Content-Type': 'text/vtt; charset=utf-8', 'Cache-Control': 'private, no-store' },
  })
}
