import type { CourseKind } from '#app/domain/courses/course-view.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { FoldedActs } from '#app/ui/schedule/folded-acts.tsx'
import { PrintButton } from '#app/ui/schedule/print-button.tsx'

type Act = 'brief' | 'message' | 'edit' | 'substitute' | 'places' | 'cancel' | 'add' | 'plan'

/** What can be done with the whole class, by what the viewer may. */
export function RosterActions(props: {
  studio: { slug: string }
  id: string
  course: { kind: CourseKind; id: string } | null
  can: Record<Act, boolean>
  cancelled: string | null
}) {
  const { studio, id, course, can, cancelled } = props
  const act = (name: Parameters<typeof paths.manageClassAct>[2]) =>
    paths.manageClassAct(studio, id, name)
  const change = course
    ? paths.manageCourseSession(studio, course.kind, course.id, id)
    : act('edit')
  const acts = [
    can.brief && { name: 'Briefing', to: act('briefing') },
    can.message && { name: 'Message', to: act('message') },
    can.edit && { name: 'Change', to: change },
    can.substitute && {
      name: 'Substitute',
      to: paths.manageSubstitutionNew(studio, { class: id }),
    },
    can.plan && { name: 'Workout', to: paths.manageClassWorkout(studio, id) },
    can.message && { name: 'Group', to: paths.manageGroupNew(studio, { class: id }) },
    can.places && { name: 'Places', to: act('capacity') },
    can.cancel && {
      name: cancelled === null ? 'Cancel class' : 'Restore',
      to: act('cancellation'),
    },
  ]
  return (
    <>
      <PrintButton />
      <FoldedActs acts={acts}>
        {can.add && (
          <a className="button primary" href="#walk-in">
            <Icon name="plus" /> Add a walk-in
          </a>
        )}
      </FoldedActs>
    </>
  )
}
