import { Link } from '@remix-run/react'
import type { CourseKind } from '#app/domain/courses/course-view.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { PrintButton } from '#app/ui/schedule/print-button.tsx'

type Act = 'message' | 'edit' | 'substitute' | 'places' | 'cancel' | 'add'

/** What can be done with the whole class, by what the viewer may. */
export function RosterActions(props: {
  studio: { slug: string }
  id: string
  course: { kind: CourseKind; id: string } | null
  can: Record<Act, boolean>
  cancelled: string | null
}) {
  const { studio, id, course, can, cancelled } = props
  return (
    <>
      <PrintButton />
      {can.message && (
        <Link className="button" to={paths.manageClassAct(studio, id, 'message')}>
          Message
        </Link>
      )}
      {can.edit && (
        <Link
          className="button"
          to={
            course
              ? paths.manageCourseSession(studio, course.kind, course.id, id)
              : paths.manageClassAct(studio, id, 'edit')
          }
        >
          Change
        </Link>
      )}
      {can.substitute && (
        <Link className="button" to={paths.manageSubstitutionNew(studio, { class: id })}>
          Substitute
        </Link>
      )}
      {can.places && (
        <Link className="button" to={paths.manageClassAct(studio, id, 'capacity')}>
          Places
        </Link>
      )}
      {can.cancel && (
        <Link className="button" to={paths.manageClassAct(studio, id, 'cancellation')}>
          {cancelled === null ? 'Cancel class' : 'Bring back'}
        </Link>
      )}
      {can.add && (
        <a className="button primary" href="#walk-in">
          <Icon name="plus" /> Add a walk-in
        </a>
      )}
    </>
  )
}
