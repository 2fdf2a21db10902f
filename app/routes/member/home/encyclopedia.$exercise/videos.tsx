import { paths } from '#app/paths.ts'
import { type PlayedVideo, VideoPlayer } from '#app/ui/training/video-player.tsx'

type Shown = PlayedVideo & { credit: string }

/** The videos of an exercise, each with the way to slow, loop and mirror it. Style: `video`. */
export function Videos(props: { studio: { slug: string }; videos: readonly Shown[] }) {
  const { studio, videos } = props
  if (videos.length === 0) return null
  return (
    <section className="stack not-print" aria-labelledby="videos">
      <h2 id="videos">{videos.length === 1 ? 'Video' : 'Videos'}</h2>
      {videos.map((video) => (
        <div key={video.id} className="stack">
          <VideoPlayer studio={studio} video={video} />
          <p className="soft">
            {video.kind === 'file' && (
              <a href={paths.video(studio, video.id)}>
                Slow, loop or mirror<span className="vh"> {video.title}</span>
              </a>
            )}
            {video.credit && ` By ${video.credit}`}
          </p>
        </div>
      ))}
    </section>
  )
}
