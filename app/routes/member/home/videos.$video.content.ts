import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { findWatchable } from '#app/domain/videos/video-queries.server.ts'
import { videoAnswer } from '#app/http/downloads/video.server.ts'
import { notFound, viewStudio } from '#app/http/guards.server.ts'
import { watcherOf } from '#app/http/portal/watcher.server.ts'

/** The bytes of a video, or a part of them, for who may watch it; 404 for anyone else. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await viewStudio(context)
  const file = await findWatchable(ctx, watcherOf(viewer), params.video ?? '')
  if (!file || file.objectKey === '') throw notFound()
  // An answer that renews someone's session is nobody else's.
  const everyone = file.everyone === 1 && app.setCookies.length === 0
  return videoAnswer(app.env.MEDIA, request, file, { everyone })
}
