import { Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'

type Video = { id: string; title: string; state: 'draft' | 'published'; hasFile: number }

/** The videos of an exercise, and the way to add one. */
export function VideoPanel(props: {
  studio: { slug: string }
  exercise: { id: string }
  videos: readonly Video[]
  canWrite: boolean
}) {
  const { studio, exercise, videos, canWrite } = props
  return (
    <section>
      <h2>Videos</h2>
      {videos.length === 0 && <p className="muted">None yet.</p>}
      <ul className="lines">
        {videos.map((video) => (
          <li key={video.id}>
            <span>
              <Link to={paths.manageVideo(studio, video.id)}>{video.title}</Link>{' '}
              <span className="muted">{stateOf(video)}</span>
            </span>
          </li>
        ))}
      </ul>
      {canWrite && (
        <p>
          <Link to={paths.manageVideoNew(studio, { exercise: exercise.id })}>Add a video</Link>
        </p>
      )}
    </section>
  )
}

function stateOf({ state, hasFile }: Video): string {
  if (!hasFile) return 'no file yet'
  return state === 'draft' ? 'draft' : ''
}
