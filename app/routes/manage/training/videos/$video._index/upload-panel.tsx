import { useRevalidator } from '@remix-run/react'
import { type FormEvent, useState } from 'react'
import { largestVideoMb, plainUploadMb } from '#app/domain/videos/judge-video.ts'
import { paths } from '#app/paths.ts'
import { useScripted } from '#app/ui/use-scripted.ts'
import { sendInParts } from './send-in-parts.ts'

/**
 * The file of a video: sent in parts where scripts run, so that it can be gone on with after a
 * break, and whole where none do. `upload` says what has arrived of one that was begun.
 */
export function UploadPanel(props: {
  studio: { slug: string }
  videoId: string
  has: string
  upload: string
}) {
  const { studio, videoId, has, upload } = props
  const scripted = useScripted()
  const { revalidate } = useRevalidator()
  const [told, setTold] = useState<{ text: string; bad?: boolean } | null>(null)
  const [busy, setBusy] = useState(false)

  const send = async (event: FormEvent<HTMLFormElement>) => {
    const file = new FormData(event.currentTarget).get('file')
    if (!(file instanceof File) || file.size === 0) return
    event.preventDefault()
    setBusy(true)
    const refused = await sendInParts(
      paths.manageVideoAct(studio, videoId, 'parts'),
      file,
      (n, of) => setTold({ text: `${n} of ${of} parts sent…` }),
    )
    setBusy(false)
    setTold(refused ? { text: refused, bad: true } : { text: 'The video is uploaded.' })
    revalidate()
  }
  return (
    <section>
      <h2>File</h2>
      <p className="muted">{has || 'None yet.'}</p>
      {upload && !busy && <p>{upload}</p>}
      <form
        className="sheet-form"
        method="post"
        encType="multipart/form-data"
        noValidate
        action={paths.manageVideoAct(studio, videoId, 'file')}
        onSubmit={scripted ? send : undefined}
      >
        <div className="field">
          <label htmlFor="video-file">{has ? 'Replace it with' : 'Video'}</label>
          <p className="hint" id="video-file-hint">
            MP4 or WebM, at most {scripted ? largestVideoMb : plainUploadMb} MB
            {scripted ? '' : ` (${largestVideoMb} MB with JavaScript)`}
          </p>
          <input
            id="video-file"
            type="file"
            name="file"
            accept="video/mp4,video/webm"
            aria-describedby="video-file-hint"
            required
          />
        </div>
        <p className={told?.bad ? 'bad' : undefined} role="status">
          {told?.text}
        </p>
        <div>
          <button type="submit" className="button" aria-busy={busy} disabled={busy}>
            Upload video
          </button>
        </div>
      </form>
    </section>
  )
}
