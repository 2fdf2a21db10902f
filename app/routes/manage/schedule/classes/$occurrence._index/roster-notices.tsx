import { Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { CancelledNotice } from '#app/ui/schedule/desk-head.tsx'

/**
 * What stands over a roster of a class that is not on the timetable: why it is off, or that it is a
 * draft; and of one whose attendance is no longer edited, why.
 */
export function RosterNotices(props: {
  studio: { slug: string }
  draft: boolean
  cancelled: string | null
  ended: string | null
}) {
  const { studio, draft, cancelled, ended } = props
  if (!draft && cancelled === null && ended === null) return null
  return (
    <div className="notices">
      {ended !== null && (
        <div className="notice">
          <Icon name="lock" />
          <p>{ended}</p>
        </div>
      )}
      {draft && (
        <div className="notice">
          <Icon name="note" />
          <p>
            <b>Draft.</b> Only staff see it until it is{' '}
            <Link to={paths.managePublish(studio)}>published</Link>.
          </p>
        </div>
      )}
      {cancelled !== null && <CancelledNotice why={cancelled} />}
    </div>
  )
}
