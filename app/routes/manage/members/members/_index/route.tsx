import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { bulkActs } from '#app/db/studio/people-words.ts'
import { peopleFigure, withFigures } from '#app/domain/insights/people-figures.server.ts'
import { bulkPermission } from '#app/domain/people/bulk/bulk-words.ts'
import { personRowWords } from '#app/domain/people/list/listed-person-words.ts'
import { ownControls } from '#app/domain/people/list/own-controls.ts'
import { peopleListPage } from '#app/domain/people/list/people-list-page.server.ts'
import { columnsOf, personColumns } from '#app/domain/people/list/person-columns.ts'
import {
  type PersonFilters,
  type PersonSort,
  readFilters,
} from '#app/domain/people/list/person-filters.ts'
import { segmentForm } from '#app/domain/people/person-fields.ts'
import { mayAt } from '#app/domain/scope/may-at.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { columnsCookie } from '#app/http/choices/people-columns.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { pageNumberOf, rowsPerPage } from '#app/http/list-params.server.ts'
import { portraitsOf } from '#app/http/portraits.server.ts'
import { readCookie } from '#app/http/session-cookies.server.ts'
import { paths } from '#app/paths.ts'
import { Empty } from '#app/ui/list/empty.tsx'
import { ListPage } from '#app/ui/list/list-page.tsx'
import { Pager, rangeOf } from '#app/ui/list/pager.tsx'
import { listPath } from '#app/ui/list/params.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { filterQuery, PeopleFilters, PeopleViews } from '#app/ui/staff/people-filters.tsx'
import { formatsAt } from '#app/values/formats.ts'
import { newId } from '#app/values/id.ts'
import { counted } from '#app/values/wording.ts'
import { PeopleActions } from './people-actions.tsx'
import { PeopleColumns } from './people-columns.tsx'
import { PeopleSegments } from './people-segments.tsx'
import { PeopleTable } from './people-table.tsx'

export const meta: MetaFunction = ({ matches }) => pageTitle('Members', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'people:read')
  const filters = readFilters(app.url.searchParams)
  const page = pageNumberOf(app.url)
  const { people, plans, segments, counts, choices } = await peopleListPage(
    withFigures(ctx),
    filters,
    { page, perPage: rowsPerPage },
    viewer.userId,
  )
  const { fields, archived, ...chosen } = choices
  const figure = peopleFigure(filters.figure)
  const { slug } = ctx.studio
  const fees = may(viewer.role, 'fees:read')
  const offered = personColumns
    .map(([column]) => column)
    .filter((column) => fees || column !== 'owes')
  const acts = bulkActs.filter(
    (act) =>
      may(viewer.role, bulkPermission[act]) &&
      act !== (filters.view === 'archived' ? 'archive' : 'restore'),
  )
  const formats = formatsAt(ctx.studio, ctx.now)
  const portrait = portraitsOf(app)
  return {
    studio: { slug },
    segmentRules: fieldRules(segmentForm),
    filters,
    plans,
    choices: { ...chosen, own: ownControls({ fields, archived }, filters.own, ctx.studio.locale) },
    people: {
      ...people,
      items: people.items.map((person) => ({
        ...personRowWords(person, formats, { fees }),
        photo: portrait(person.photo),
      })),
    },
    figure: figure && { name: figure.name, definition: figure.definition },
    counts: Object.fromEntries(
      Object.entries(counts).flatMap(([view, of]) => (of ? [[view, counted(of.n, of.more)]] : [])),
    ),
    segments,
    segmentKey: newId(),
    columns: columnsOf(readCookie(app, columnsCookie)?.split('.') ?? null).filter((column) =>
      offered.includes(column),
    ),
    offered,
    acts,
    can: {
      add: may(viewer.role, 'people:write'),
      export: mayAt(ctx.studio, viewer.role, 'people:export'),
      import: may(viewer.role, 'people:import'),
      write: may(viewer.role, 'campaigns:write'),
      book: may(viewer.role, 'roster:write'),
      change: may(viewer.role, 'people:write'),
    },
  }
}

export default function Members() {
  const {
    studio,
    filters,
    plans,
    choices,
    people,
    figure,
    counts,
    columns,
    offered,
    acts,
    segments,
    segmentKey,
    segmentRules,
    can,
  } = useLoaderData<typeof loader>()
  const path = paths.manageMembers(studio)
  const shown = people.items.length
  const asked = filterQuery(filters)
  const total =
    `${counted(people.total, people.more)} ` + `${people.total === 1 ? 'person' : 'people'}`
  return (
    <ListPage
      title="Members"
      intro={introOf(total, people.total === 1, filters, figure?.definition)}
      actions={<PeopleActions studio={studio} filters={filters} can={can} />}
      filters={
        <>
          <PeopleViews path={path} filters={filters} counts={counts} />
          <div className="filter-row">
            <PeopleFilters
              path={path}
              filters={filters}
              plans={plans}
              choices={choices}
              figure={figure?.name ?? ''}
            />
            <PeopleColumns studio={studio} columns={columns} offered={offered} filters={asked} />
          </div>
          <PeopleSegments
            studio={studio}
            segments={segments}
            filters={narrowed(filters) ? asked : ''}
            segmentKey={segmentKey}
            can={can.add}
            rules={segmentRules}
          />
        </>
      }
    >
      {shown > 0 ? (
        <>
          <PeopleTable
            key={asked + people.page}
            studio={studio}
            filters={filters}
            rows={people.items}
            caption={`People, ${sortWords[filters.sort]}, ${rangeOf(people, shown)}`}
            columns={columns}
            acts={acts}
            can={can}
            everybody={`All ${counted(people.total, people.more)}`}
          />
          <Pager
            page={people}
            shown={shown}
            path={(page) => listPath(path, { ...filters, page })}
          />
        </>
      ) : (
        <Nobody studio={studio} filters={filters} page={people.page} canAdd={can.add} />
      )}
    </ListPage>
  )
}

function introOf(
  total: string,
  one: boolean,
  filters: PersonFilters,
  definition: string | undefined,
): string {
  if (definition) return `${total}. ${definition}`
  return narrowed(filters) ? `${total} ${one ? 'matches' : 'match'} your filters.` : `${total}.`
}

const sortWords: Record<PersonSort, string> = {
  name: 'by name',
  visit: 'by last visit',
  joined: 'by the day they joined',
}

const narrowed = ({ sort: _, dir: __, ...filters }: PersonFilters) =>
  Object.values(filters).some(Boolean)

function Nobody(props: {
  studio: { slug: string }
  filters: PersonFilters
  page: number
  canAdd: boolean
}) {
  const { studio, filters, page, canAdd } = props
  if (page === 1 && !narrowed(filters)) {
    return (
      <Empty
        icon="members"
        title="Nobody yet"
        text={
          'Everyone who trains here appears here: who they are, what they have and when they ' +
          'last came.'
        }
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
    <Empty icon="search" title="Nobody matches" text="Try another word, or show everyone.">
      <Link className="button" to={paths.manageMembers(studio)}>
        Show everyone
      </Link>
    </Empty>
  )
}
