import { imageUrl } from '#app/domain/storage/image.ts'
import { keptImage } from '#app/domain/storage/kept-image.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '../icon/icon.tsx'

export type PlayedVideo = {
  id: string
  title: string
  kind: 'file' | 'link'
  link: string
  /** A kept picture; empty where there is none. */
  poster: string
  captions: number
  captionsLanguage: string
}

/** The address of a video's poster at the size of players and shelves; undefined without one. */
export function posterOf(text: string): string | undefined {
  const image = keptImage(text)
  return image ? imageUrl(image, { width: 640, height: 360 }) : undefined
}

/**
 * A video of the studio in the browser's own player, loaded when it is pressed; one that lies
 * elsewhere is its poster and a link, never a frame. `from` is the second it begins at. Style:
 * `video`.
 */
export function VideoPlayer(props: {
  studio: { slug: string }
  video: PlayedVideo
  from?: number
}) {
  const { studio, video, from = 0 } = props
  const poster = posterOf(video.poster)
  if (video.kind === 'link') {
    return (
      <a className="video linked" href={video.link} rel="noopener noreferrer external">
        {poster && <img src={poster} alt="" width="640" height="360" loading="lazy" />}
        <span>
          <Icon name="play" /> Watch {video.title} on {new URL(video.link).hostname}
        </span>
      </a>
    )
  }
  const src = paths.videoContent(studio, video.id)
  return (
    // biome-ignore lint/a11y/useMediaCaption: a studio adds captions where something is said.
    <video
      className="video"
      controls
      playsInline
      preload="none"
      poster={poster}
      src={from > 0 ? `${src}#t=${from}` : src}
      aria-label={video.title}
    >
      {video.captions > 0 && (
        <track
          kind="captions"
          src={paths.videoCaptions(studio, video.id)}
          srcLang={video.captionsLanguage}
          label="Captions"
        />
      )}
    </video>
  )
}
