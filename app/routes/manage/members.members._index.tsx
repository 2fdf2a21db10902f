import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { may } from '#app/domain/identity/permissions.ts'
import { type PersonRowWords, personRowWords } from '#app/domain/people/listed-person-words.ts'
import { peopleListPage } from '#app/domain/people/people-list-page.server.ts'
import { type PersonFilters, type PersonSort, personFilters } from '#app/domain/people/person-filters.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { listParams, pageParams, rowsPerPage } from '#app/http/list-params.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Avatar } from '#app/ui/image/avatar.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { ListPage } from '#app/ui/list/list-page.tsx'
import { Pager, rangeOf } from '#app/ui/list/pager.tsx'
import { listPath } from '#app/ui/list/params.ts'
import { type Column, Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { PeopleFilters, PeopleViews } from '#app/ui/staff/people-filters.tsx'
import { localDate } from '#app/values/zone.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Members', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'people:read')
  const { page, ...filters } = listParams(app, personFilters.extend(pageParams.shape))
  const { people, plans } = await peopleListPage(ctx, filters, { page, perPage: rowsPerPage })
  const { slug, timeZone, locale, currency } = ctx.studio
  const telling = { today: localDate(ctx.now, timeZone), timeZone, locale, currency }
  return {
    studio: { slug },
    filters,
    plans,
    people: { ...people, items: people.items.map((person) => personRowWords(person, telling)) },
    can: { add: may(viewer.role, 'people:write'), export: may(viewer.role, 'people:export') },
  }
}

export default function Members() {
  const { studio, filters, plans, people, can } = useLoaderData<typeof loader>()
  const path = paths.manageMembers(studio)
  const shown = people.items.length
  const total = `${people.total.toLocaleString('en-GB')}${people.more ? '+' : ''} ${people.total === 1 ? 'person' : 'people'}`
  return (
    <ListPage
      title="Members"
      intro={narrowed(filters) ? `${total} match what you chose.` : `${total} on the books.`}
      actions={
        <>
          {can.export && (
            <a className="button not-phone" href={listPath(paths.manageMembersCsv(studio), filters)} download>
              <Icon name="download" /> Export CSV
            </a>
          )}
          {can.add && (
            <Link className="button primary" to={paths.managePersonNew(studio)}>
              <Icon name="plus" /> Add a person
            </Link>
          )}
        </>
      }
      filters={
        <>
          <PeopleViews path={path} filters={filters} />
          <PeopleFilters path={path} filters={filters} plans={plans} />
        </>
      }
    >
      {shown > 0 ? (
        <>
          <Table
            caption={`People, ${sortWords[filters.sort]}, ${rangeOf(people, shown)}`}
            columns={columns(studio, filters)}
            rows={people.items}
            rowKey={({ id }) => id}
          />
          <Pager page={people} shown={shown} path={(page) => listPath(path, { ...filters, page })} />
        </>
      ) : (
        <Nobody studio={studio} filters={filters} page={people.page} canAdd={can.add} />
      )}
    </ListPage>
  )
}

const sortWords: Record<PersonSort, string> = {
  name: 'by name',
  visit: 'by last visit',
  joined: 'by the day they joined',
}

const narrowed = ({ sort: _, dir: __, ...filters }: PersonFilters) => Object.values(filters).some(Boolean)

function Nobody(props: { studio: { slug: string }; filters: PersonFilters; page: number; canAdd: boolean }) {
  const { studio, filters, page, canAdd } = props
  if (page === 1 && !narrowed(filters)) {
    return (
      <Empty
        icon="members"
        title="Nobody yet"
        text="Everybody who trains here stands in this list: who they are, what they hold, when they last came."
      >
        {canAdd && (
          <Link className="button primary" to={paths.managePersonNew(studio)}>
            Add the first person
          </Link>
        )}
      </Empty>
    )
  }
  return (
    <Empty icon="search" title="Nobody matches" text="Look for another word, or show everybody again.">
      <Link className="button" to={paths.manageMembers(studio)}>
        Show everybody
      </Link>
    </Empty>
  )
}

function columns(studio: { slug: string }, filters: PersonFilters): Column<PersonRowWords>[] {
  const sorted = (sort: PersonSort, first: PersonFilters['dir']): Column<PersonRowWords>['sort'] => {
    const current = filters.sort === sort
    const dir = current ? (filters.dir === 'up' ? 'down' : 'up') : first
    return {
      path: listPath(paths.manageMembers(studio), { ...filters, sort, dir }),
      ...(current ? { current: filters.dir === 'up' ? 'ascending' : 'descending' } : {}),
    }
  }
  return [
    {
      name: 'Name',
      place: 'name',
      sort: sorted('name', 'up'),
      cell: ({ id, name, photo, note }) => (
        <span className="with-avatar">
          <Avatar name={name} photo={photo} />
          <span>
            <Link to={paths.managePerson(studio, id)}>{name}</Link> {note && <small>{note}</small>}
          </span>
        </span>
      ),
    },
    { name: 'State', place: 'state', cell: ({ label }) => <Label {...label} /> },
    { name: 'Plan', place: 'under', cell: ({ plan }) => plan },
    { name: 'Level', place: 'wide', cell: ({ level }) => level },
    { name: 'Last visit', place: 'under', sort: sorted('visit', 'down'), cell: ({ lastVisit }) => lastVisit },
    { name: 'Next booking', place: 'wide', cell: ({ next }) => next },
    { name: 'Credits', place: 'desk', number: true, cell: ({ credits }) => credits },
    { name: 'Owes', place: 'under', number: true, cell: ({ owes }) => owes && <span className="bad">{owes}</span> },
  ]
}
