import { Form, Link } from '@remix-run/react'
import type { MouseEvent } from 'react'
import { type BulkAct, bulkButtons } from '#app/domain/people/bulk/bulk-words.ts'
import type { PersonRowWords } from '#app/domain/people/list/listed-person-words.ts'
import type { PersonColumn } from '#app/domain/people/list/person-columns.ts'
import type { PersonFilters, PersonSort } from '#app/domain/people/list/person-filters.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Avatar } from '#app/ui/image/avatar.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { listPath } from '#app/ui/list/params.ts'
import { BulkBar, PickAll, PickRow } from '#app/ui/list/pick.tsx'
import { type Column, Table } from '#app/ui/list/table.tsx'
import { filterQuery } from '#app/ui/staff/people-filters.tsx'

type Props = {
  studio: { slug: string }
  filters: PersonFilters
  rows: readonly PersonRowWords[]
  caption: string
  columns: readonly PersonColumn[]
  /** What the viewer may do with several; none, and no row can be chosen. */
  acts: readonly BulkAct[]
  /** `All 65` */
  everybody: string
  /** What the viewer may do with one of them from here. */
  can: { book: boolean; change: boolean; export: boolean }
}

/**
 * People as a table whose rows can be chosen: the bar below does something with them, or with all
 * that match.
 */
export function PeopleTable({
  studio,
  filters,
  rows,
  caption,
  columns,
  acts,
  everybody,
  can,
}: Props) {
  const shown = [
    nameColumn(studio, filters),
    stateColumn,
    ...columns.map((name) => column(name, studio, filters)),
    ...(can.book || can.change ? [actsColumn(studio, can)] : []),
  ]
  if (acts.length === 0)
    return <Table caption={caption} columns={shown} rows={rows} rowKey={({ id }) => id} />
  return (
    <Form action={paths.manageBulk(studio)} className="picking">
      <input type="hidden" name="filters" value={filterQuery(filters)} />
      <Table
        caption={caption}
        columns={[pickColumn, ...shown]}
        rows={rows}
        rowKey={({ id }) => id}
      />
      <BulkBar label="With the people selected">
        {acts.map((act) => (
          <button key={act} type="submit" className="button small" name="act" value={act}>
            {bulkButtons[act]}
          </button>
        ))}
        {can.export && <ExportChosen path={paths.manageMembersCsv(studio)} />}
        <Link
          className="button small rest"
          to={paths.manageBulk(studio, { act: acts[0], all: '1', filters: filterQuery(filters) })}
        >
          {everybody} instead
        </Link>
      </BulkBar>
    </Form>
  )
}

/** Sends the people selected for their file; a script must not take it over as a page. */
function ExportChosen({ path }: { path: string }) {
  const download = (event: MouseEvent<HTMLButtonElement>) => {
    const { form } = event.currentTarget
    if (!form) return
    event.preventDefault()
    const chosen = new FormData(form).getAll('p').map((id) => ['p', String(id)])
    window.location.assign(`${path}?${new URLSearchParams(chosen)}`)
  }
  return (
    <button type="submit" className="button small" formAction={path} onClick={download}>
      Export CSV
    </button>
  )
}

const pickColumn: Column<PersonRowWords> = {
  name: 'Choose',
  place: 'pick',
  head: <PickAll name="p" label="Choose all on this page" />,
  cell: ({ id, name }) => <PickRow name="p" value={id} label={name} />,
}

/** What is done with one person most, without opening their profile. */
const actsColumn = (studio: { slug: string }, can: Props['can']): Column<PersonRowWords> => ({
  name: 'Actions',
  head: <span className="vh">Actions</span>,
  place: 'acts',
  cell: ({ id, name }) => (
    <>
      {can.book && (
        <Link
          className="button square quiet"
          to={paths.managePersonAct(studio, id, 'booking')}
          aria-label={`Book a class for ${name}`}
          title="Book a class"
        >
          <Icon name="calendar" />
        </Link>
      )}
      {can.change && (
        <Link
          className="button square quiet"
          to={paths.managePersonAct(studio, id, 'edit')}
          aria-label={`Change details of ${name}`}
          title="Change details"
        >
          <Icon name="note" />
        </Link>
      )}
    </>
  ),
})

function sorted(
  studio: { slug: string },
  filters: PersonFilters,
  sort: PersonSort,
  first: PersonFilters['dir'],
): NonNullable<Column<PersonRowWords>['sort']> {
  const current = filters.sort === sort
  const other = filters.dir === 'up' ? 'down' : 'up'
  const dir = current ? other : first
  return {
    path: listPath(paths.manageMembers(studio), { ...filters, sort, dir }),
    ...(current ? { current: filters.dir === 'up' ? 'ascending' : 'descending' } : {}),
  }
}

const nameColumn = (studio: { slug: string }, filters: PersonFilters): Column<PersonRowWords> => ({
  name: 'Name',
  place: 'name',
  sort: sorted(studio, filters, 'name', 'up'),
  cell: ({ id, name, photo, note }) => (
    <span className="with-avatar">
      <Avatar name={name} photo={photo} />
      <span>
        <Link to={paths.managePerson(studio, id)}>{name}</Link> {note && <small>{note}</small>}
      </span>
    </span>
  ),
})

const stateColumn: Column<PersonRowWords> = {
  name: 'State',
  place: 'state',
  cell: ({ label }) => <Label {...label} />,
}

function column(
  name: PersonColumn,
  studio: { slug: string },
  filters: PersonFilters,
): Column<PersonRowWords> {
  switch (name) {
    case 'plan':
      return { name: 'Plan', place: 'under', cell: ({ plan }) => plan }
    case 'level':
      return { name: 'Level', place: 'wide', cell: ({ level }) => level }
    case 'visit':
      return {
        name: 'Last visit',
        place: 'under',
        date: true,
        sort: sorted(studio, filters, 'visit', 'down'),
        cell: ({ lastVisit }) => lastVisit,
      }
    case 'next':
      return { name: 'Next booking', place: 'wide', cell: ({ next }) => next }
    case 'credits':
      return { name: 'Credits', place: 'desk', number: true, cell: ({ credits }) => credits }
    case 'owes':
      return {
        name: 'Owes',
        place: 'under',
        number: true,
        cell: ({ owes }) => owes && <span className="bad">{owes}</span>,
      }
    case 'email':
      return {
        name: 'Email',
        place: 'desk',
        cell: ({ email }) =>
          email && (
            <a className="mail" href={`mailto:${email}`}>
              {email}
            </a>
          ),
      }
    case 'phone':
      return {
        name: 'Phone',
        place: 'under',
        cell: ({ phone }) => phone && <a href={`tel:${phone}`}>{phone}</a>,
      }
    case 'tags':
      return { name: 'Tags', place: 'desk', cell: ({ tags }) => tags }
    case 'joined':
      return {
        name: 'Joined',
        place: 'desk',
        date: true,
        sort: sorted(studio, filters, 'joined', 'down'),
        cell: ({ joined }) => joined,
      }
  }
}
