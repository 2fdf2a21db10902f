import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { partBytes } from '#app/domain/videos/judge-video.ts'
import {
  beginUpload,
  finishUpload,
  takePart,
  type UploadRefusal,
} from '#app/domain/videos/upload-video.server.ts'
import { beginForm } from '#app/domain/videos/video-form.ts'
import { videoRefusals } from '#app/domain/videos/video-words.ts'
import { parsePosted, readBody, readPosted } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { postedText } from '#app/http/posted-picks.server.ts'
import { mediaOf } from '#app/http/upload.server.ts'
import { paths } from '#app/paths.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle = { answersData: true } satisfies PageHandle

/**
 * A file in parts, for the page's script: `act=begin` with its name and size, then each part as the
 * body of a post with `?upload=` and `?number=`, then `act=finish`. Each answers JSON; a refusal says
 * why with 422.
 */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:write')
  const media = mediaOf(app, ctx)
  const videoId = params.video ?? ''
  const asked = app.url.searchParams
  if (asked.has('number')) {
    const bytes = await readBody(request, partBytes, videoRefusals.part)
    const number = Number(asked.get('number'))
    const upload = asked.get('upload') ?? ''
    if (!Number.isInteger(number)) return refusedWith('part')
    return answer(await takePart(media, videoId, { upload, number, bytes }))
  }
  const posted = await readPosted(request)
  if (postedText(posted, 'act') === 'finish')
    return answer(await finishUpload(media, videoId, postedText(posted, 'upload')))
  const submission = parsePosted(posted, beginForm)
  if (submission.status !== 'success') return refusedWith('no_file')
  return answer(await beginUpload(media, videoId, submission.value))
}

function answer(result: { ok: true } | { ok: false; reason: UploadRefusal }): Response {
  return result.ok ? Response.json(result) : refusedWith(result.reason)
}

function refusedWith(reason: UploadRefusal): Response {
  if (reason === 'not_found') throw notFound()
  return Response.json({ ok: false, reason, sentence: videoRefusals[reason] }, { status: 422 })
}

/** Where the page stands that sends them. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'training:write')
  return redirect(paths.manageVideo(ctx.studio, params.video ?? ''), 303)
}
