import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { sizeWords } from '#app/domain/files/file-words.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { partsOf } from '#app/domain/videos/judge-video.ts'
import { changeVideo } from '#app/domain/videos/save-video.server.ts'
import { videoForm } from '#app/domain/videos/video-form.ts'
import { findVideo } from '#app/domain/videos/video-queries.server.ts'
import { lengthOf, videoRefusals } from '#app/domain/videos/video-words.ts'
import { chaptersText, readCaptions } from '#app/domain/videos/web-vtt.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import {
  type FormAnswer,
  invalid,
  outdated,
  parsePosted,
  readPosted,
  refused,
} from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { postedText, settlePicture } from '#app/http/posted-picks.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { UploadPanel } from './upload-panel.tsx'
import { VideoFields } from './video-fields.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.video.title ?? 'Video', { matches })

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'training:read')
  const found = await findVideo(ctx, params.video ?? '')
  if (!found) throw notFound()
  const { video, arrived, plans, levels } = found
  return {
    studio: { slug: ctx.studio.slug },
    rules: fieldRules(videoForm),
    canWrite: may(viewer.role, 'training:write'),
    video: {
      id: video.id,
      title: video.title,
      kind: video.kind,
      state: video.state,
      captions: video.hasCaptions === 1,
      plans: video.plans,
      ready: video.kind === 'link' || video.objectKey !== '',
      file: video.objectKey === '' ? '' : `${video.fileName}, ${sizeWords(video.bytes)}`,
    },
    values: {
      title: video.title,
      about: video.about,
      credit: video.credit,
      link: video.link,
      state: video.state,
      exercise: video.exercise,
      access: video.access,
      levelId: video.levelId,
      poster: video.poster,
      captionsLanguage: video.captionsLanguage,
      version: String(video.version),
      onShelf: video.onShelf ? 'on' : '',
      length: lengthOf(video.seconds),
      chapters: chaptersText(video.chapters),
    },
    upload: video.uploadKey === '' ? '' : waiting(video, arrived),
    choices: {
      plans: [...new Set([...plans, ...video.plans])].map((name) => ({ id: name, name })),
      levels: levels.map(({ id, name, ladder }) => ({ value: id, label: `${name}, ${ladder}` })),
    },
  }
}

/** What of a file has arrived that was begun and not finished. */
const waiting = (
  { uploadName, uploadBytes }: { uploadName: string; uploadBytes: number },
  n: number,
) =>
  `${n} of ${partsOf(uploadBytes)} parts of ${uploadName} have arrived. Choose the same file to go on.`

/** Saves what is said of a video: 303 to it, 422 beside the field. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:write')
  const videoId = params.video ?? ''
  const posted = await readPosted(request, { megabytes: 21 })
  const wrong: Record<string, string[]> = {}
  const poster = await settlePicture(app, ctx, posted, { name: 'poster', folder: 'classes' })
  if (poster) wrong.poster = [poster]
  const file = posted.get('captionsFile') as File | string | null
  const read = file instanceof File ? readCaptions(new Uint8Array(await file.arrayBuffer())) : null
  if (read && !read.ok) wrong.captionsFile = [read.sentence]
  const submission = parsePosted(posted, videoForm)
  if (submission.status !== 'success' || Object.keys(wrong).length > 0)
    return invalid(submission, wrong)
  const none = postedText(posted, 'captionsNone') !== '' ? { captions: '' } : {}
  const captions = read?.ok ? { captions: read.text } : none
  const result = await changeVideo(ctx, videoId, { ...submission.value, ...captions })
  if (result.ok)
    return redirectWithFlash(app, paths.manageVideo(ctx.studio, videoId), 'The video is saved.')
  const { reason } = result
  if (reason === 'not_found') throw notFound()
  if (reason === 'changed') return outdated(submission, 'this video')
  const field = { no_such_exercise: 'exercise', no_such_plan: 'plans', no_such_level: 'levelId' }
  return refused(submission, {
    code: reason,
    fields: { [field[reason]]: [videoRefusals[reason]] },
  })
}

export default function EditVideo() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const { studio, video, canWrite, upload } = data
  return (
    <>
      <BackLink to={paths.manageVideos(studio)}>Videos</BackLink>
      <PageHead
        title={video.title}
        intro={
          <>
            {video.state === 'published' ? (
              <Label text="Published" tone="good" />
            ) : (
              <Label text="Draft" tone="line" />
            )}{' '}
            {video.ready ? video.file : 'Members see it once its file is here.'}
          </>
        }
        actions={
          video.ready && (
            <a className="button" href={paths.video(studio, video.id)}>
              Watch it
            </a>
          )
        }
      />
      <div className="split">
        <div>
          {canWrite ? (
            <VideoFields key={data.values.version} {...data} answer={answer} />
          ) : (
            <p>Only coaches and managers can change videos.</p>
          )}
        </div>
        {canWrite && (
          <aside className="aside">
            {video.kind === 'file' && (
              <UploadPanel studio={studio} videoId={video.id} has={video.file} upload={upload} />
            )}
            <section>
              <h2>Delete</h2>
              <p>
                <Link to={paths.manageVideoAct(studio, video.id, 'removal')}>
                  Delete this video
                </Link>
              </p>
            </section>
          </aside>
        )}
      </div>
    </>
  )
}
