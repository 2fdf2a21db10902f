import { Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { CancelledNotice } from '#app/ui/schedule/desk-head.tsx'

/**
 * What stands over a roster of a class that is not on the timetable: why it is off, or that it is a
 * draft.
 */
export function RosterNotices(props: {
  studio: { slug: string }
  draft: boolean
  cancelled: string | null
}) {
  const { studio, draft, cancelled } = props
  if (!draft && cancelled === null) return null
  return (
    <div className="notices">
      {cancelled === null ? (
        <div className="notice">
          <Icon name="note" />
          <p>
            <b>Draft.</b> Nobody but staff sees it until it is{' '}
            <Link to={paths.managePublish(studio)}>published</Link>.
          </p>
        </div>
      ) : (
        <CancelledNotice why={cancelled} />
      )}
    </div>
  )
}
