import { Link } from '@remix-run/react'
import type { PersonFilters } from '#app/domain/people/list/person-filters.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { listPath } from '#app/ui/list/params.ts'
import { filterQuery } from '#app/ui/staff/people-filters.tsx'

/** What can be done with the people that are listed, and adding one. */
export function PeopleActions(props: {
  studio: { slug: string }
  filters: PersonFilters
  can: { write: boolean; import: boolean; export: boolean; add: boolean }
}) {
  const { studio, filters, can } = props
  return (
    <>
      {can.write && (
        <Link
          className="button not-phone"
          to={paths.manageCampaignNew(studio, { filters: filterQuery(filters) })}
        >
          Email these people
        </Link>
      )}
      {can.import && (
        <Link className="button not-phone" to={paths.managePeopleImports(studio)}>
          Import
        </Link>
      )}
      {can.export && (
        <a
          className="button not-phone"
          href={listPath(paths.manageMembersCsv(studio), filters)}
          download
        >
          <Icon name="download" /> Export CSV
        </a>
      )}
      {can.add && (
        <Link className="button primary" to={paths.managePersonNew(studio)}>
          <Icon name="plus" /> Add a person
        </Link>
      )}
    </>
  )
}
