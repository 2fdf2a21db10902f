import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { plainUploadMb } from '#app/domain/videos/judge-video.ts'
import { keepWhole } from '#app/domain/videos/upload-video.server.ts'
import { videoRefusals } from '#app/domain/videos/video-words.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { mediaOf, readUpload } from '#app/http/upload.server.ts'
import { paths } from '#app/paths.ts'

/** Keeps the file of a video that came whole with a form: 303 to it, 422 with why not. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:write')
  const videoId = params.video ?? ''
  const back = paths.manageVideo(ctx.studio, videoId)
  const { files } = await readUpload(request, plainUploadMb)
  const [file] = files
  if (!file) throw refusalPage('no_file', videoRefusals.no_file, back)
  const result = await keepWhole(mediaOf(app, ctx), videoId, file)
  if (result.ok) return redirectWithFlash(app, back, 'The video is uploaded.')
  if (result.reason === 'not_found') throw notFound()
  throw refusalPage(result.reason, videoRefusals[result.reason], back)
}

/** Where the form stands. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'training:write')
  return redirect(paths.manageVideo(ctx.studio, params.video ?? ''), 303)
}
