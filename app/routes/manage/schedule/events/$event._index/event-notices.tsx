import { Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { CancelledNotice } from '#app/ui/schedule/desk-head.tsx'

/** What an event says of itself before its figures: that it is off, or that nobody sees it yet. */
export function EventNotices(props: {
  studio: { slug: string }
  id: string
  draft: boolean
  cancelled: string | null
  types: readonly unknown[]
  can: { write: boolean }
}) {
  const { studio, id, draft, cancelled, types, can } = props
  if (!draft && cancelled === null) return null
  return (
    <div className="notices">
      {cancelled !== null && <CancelledNotice why={cancelled} />}
      {draft && (
        <div className="notice warn">
          <Icon name="warning" />
          <p>
            <b>A draft.</b> Only staff see it, and its room and coach are not booked yet.
          </p>
          {can.write && types.length === 0 && (
            <div className="do">
              <Link className="button small" to={paths.manageTicketType(studio, id, 'new')}>
                Add a ticket
              </Link>
            </div>
          )}
        </div>
      )}
    </div>
  )
}
