import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { watchPage } from '#app/domain/overview/training/video-pages.server.ts'
import { clockOf } from '#app/domain/videos/web-vtt.ts'
import { watchScript } from '#app/http/device/own-script.server.ts'
import { notFound, viewStudio } from '#app/http/guards.server.ts'
import { watcherOf } from '#app/http/portal/watcher.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { useOwnScripts } from '#app/ui/own-inline.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { VideoPlayer } from '#app/ui/training/video-player.tsx'

export const handle = {
  styles: ['video', 'back-link', 'lines', 'button', 'form'],
} satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.video.title ?? 'Video', { matches })

/** `?t=` is a second to begin at; without it, where the viewer stopped. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await viewStudio(context)
  const page = await watchPage(ctx, viewer, watcherOf(viewer), params.video ?? '')
  if (!page) throw notFound()
  const asked = app.url.searchParams.get('t') ?? ''
  return {
    studio: { slug: ctx.studio.slug },
    ...page,
    script: watchScript,
    from: /^\d{1,5}$/.test(asked) ? Number(asked) : page.video.place,
    keeps: Boolean(viewer?.personId) && page.video.kind === 'file',
  }
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>

export default function WatchVideo() {
  useOwnScripts()
  const data = useLoaderData<typeof loader>()
  const { studio, video, from, keeps, onShelf, script } = data
  return (
    <Main slim>
      {onShelf ? (
        <BackLink to={paths.videos(studio)}>Videos</BackLink>
      ) : (
        <BackLink to={paths.encyclopedia(studio)}>Encyclopedia</BackLink>
      )}
      <div
        className="stack mid-gap"
        data-watch={keeps ? paths.videoPlace(studio, video.id) : ''}
        data-chapters={video.chapters.map(({ at }) => at).join(' ')}
      >
        <h1>{video.title}</h1>
        <VideoPlayer studio={studio} video={video} from={from} />
        {video.kind === 'file' && (
          <div className="watch-tools" data-part="tools" hidden>
            <Tool name="play">Play or pause</Tool>
            <Tool name="back">Back 5 seconds</Tool>
            <Tool name="slow">Slow</Tool>
            <Tool name="slower">Slower</Tool>
            <Tool name="loop">Loop</Tool>
            <Tool name="mirror">Mirrored</Tool>
          </div>
        )}
        {from > 0 && (
          <p className="soft">
            Begins at {clockOf(from)}.{' '}
            <a href={paths.video(studio, video.id, { t: '0' })}>Begin at the start</a>
          </p>
        )}
        {video.about && <p>{video.about}</p>}
        <p className="soft">{[video.length, video.credit].filter(Boolean).join(', ')}</p>
        {video.exerciseId && (
          <p>
            <a href={paths.exercise(studio, video.exerciseId)}>
              {video.exercise} in the encyclopedia
            </a>
          </p>
        )}
      </div>
      <Chapters {...data} />
      {keeps && <Place {...data} />}
      {video.kind === 'file' && <script type="module" src={script} />}
    </Main>
  )
}

function Tool({ name, children }: { name: string; children: string }) {
  return (
    <button type="button" className="button" data-do={name} aria-pressed="false">
      {children}
    </button>
  )
}

function Chapters({ studio, video }: Data) {
  if (video.chapters.length === 0) return null
  return (
    <section className="stack" aria-labelledby="chapters">
      <h2 id="chapters">Chapters</h2>
      <ol className="lines tight">
        {video.chapters.map(({ at, name, clock }) => (
          <li key={at}>
            <a className="go" data-at={at} href={paths.video(studio, video.id, { t: String(at) })}>
              <span>
                <b className="num">{clock}</b> {name}
              </span>
            </a>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Without a script: where they stopped is typed. */
function Place({ studio, video }: Data) {
  return (
    <section className="stack" aria-labelledby="place">
      <h2 id="place">Your place</h2>
      <p className="soft" data-part="kept" hidden>
        Kept while you watch.
      </p>
      <form
        className="stack"
        method="post"
        action={paths.videoPlace(studio, video.id)}
        data-part="by-hand"
      >
        <div className="field">
          <label htmlFor="at">Where you stopped</label>
          <input
            id="at"
            name="stoppedAt"
            inputMode="numeric"
            placeholder="12:30"
            autoComplete="off"
            defaultValue={video.place > 0 ? clockOf(video.place) : ''}
          />
        </div>
        <p className="pair">
          <button type="submit" className="button">
            Keep my place
          </button>
          <button type="submit" className="button" name="done" value="on">
            I watched it to the end
          </button>
        </p>
      </form>
    </section>
  )
}
