import { paths } from '#app/paths.ts'
import { ViewChips } from '../list/filter-bar.tsx'

/** The pages of a profile: its activity, each list of what is kept of the person, and their forms. */
export function PersonTabs(props: {
  studio: { slug: string }
  personId: string
  tabs: readonly { id: string; name: string }[]
  current: string
  /** May open the forms of family, documents and consents. */
  write: boolean
}) {
  const { studio, personId, tabs, current, write } = props
  const forms = write ? (['family', 'documents'] as const) : []
  return (
    <nav aria-label="Profile" className="profile-tabs">
      <ViewChips
        views={[
          { name: 'Activity', path: paths.managePerson(studio, personId), current: current === '' },
          ...tabs.map(({ id, name }) => ({
            name,
            path: paths.managePersonHistory(studio, personId, id),
            current: current === id,
          })),
          ...[...forms, 'consents' as const].map((act) => ({
            name: { family: 'Family', documents: 'Documents', consents: 'Consents' }[act],
            path: paths.managePersonAct(studio, personId, act),
            current: current === act,
          })),
        ]}
      />
    </nav>
  )
}
