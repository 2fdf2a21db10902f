import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { may } from '#app/domain/scope/permissions.ts'
import {
  type LibraryFilters,
  parseLibraryFilters,
  parsePage,
} from '#app/domain/training/exercise-filters.ts'
import { equipment, levels, muscles, wordFor } from '#app/domain/training/exercise-vocabulary.ts'
import { type LibraryRow, libraryPage } from '#app/domain/training/library-page.server.ts'
import { logTypeShort, logTypeWords } from '#app/domain/training/log-type.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { rowsPerPage } from '#app/http/list-params.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import {
  CheckFilter,
  FilterBar,
  SearchFilter,
  SelectFilter,
  ViewChips,
} from '#app/ui/list/filter-bar.tsx'
import { Label, type LabelTone } from '#app/ui/list/label.tsx'
import { ListPage } from '#app/ui/list/list-page.tsx'
import { Pager, rangeOf } from '#app/ui/list/pager.tsx'
import { listPath } from '#app/ui/list/params.ts'
import { type Column, Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { counted } from '#app/values/wording.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Exercises', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'training:read')
  const filters = parseLibraryFilters(app.url.searchParams)
  const page = parsePage(app.url.searchParams)
  const exercises = await libraryPage(ctx, filters, { page, perPage: rowsPerPage })
  return {
    studio: { slug: ctx.studio.slug },
    filters,
    exercises,
    canWrite: may(viewer.role, 'training:write'),
  }
}

export default function Exercises() {
  const { studio, filters, exercises, canWrite } = useLoaderData<typeof loader>()
  const path = paths.manageExercises(studio)
  const narrowed = Object.values(filters).some(Boolean)
  const shown = exercises.items.length
  const total = counted(exercises.total, exercises.more)
  return (
    <ListPage
      title="Exercises"
      intro={narrowed ? `${total} match your filters.` : `${total} in the library.`}
      actions={
        <>
          <Link className="button" to={paths.manageVideos(studio)}>
            Videos
          </Link>
          {canWrite && (
            <>
              <Link className="button" to={paths.manageImports(studio)}>
                Import
              </Link>
              <Link className="button primary" to={paths.manageExerciseNew(studio)}>
                <Icon name="plus" /> Add an exercise
              </Link>
            </>
          )}
        </>
      }
      filters={(shown > 0 || narrowed) && <Filters path={path} filters={filters} />}
    >
      {shown > 0 ? (
        <>
          <Table
            caption={
              `Exercises, ${filters.q ? 'best match first' : 'by name'}, ` +
              `${rangeOf(exercises, shown)}`
            }
            columns={columns(studio)}
            rows={exercises.items}
            rowKey={({ id }) => id}
          />
          <Pager
            page={exercises}
            shown={shown}
            path={(page) => listPath(path, { ...filters, page })}
          />
        </>
      ) : (
        <Nothing studio={studio} narrowed={narrowed} canWrite={canWrite} />
      )}
    </ListPage>
  )
}

function Filters({ path, filters }: { path: string; filters: LibraryFilters }) {
  const options = (words: readonly string[]) =>
    words.map((value) => ({ value, label: wordFor(value) }))
  const views = [
    { name: 'All', state: '' },
    { name: 'Published', state: 'published' },
    { name: 'Drafts', state: 'draft' },
    { name: 'Hidden', state: 'hidden' },
  ]
  return (
    <>
      <ViewChips
        views={views.map(({ name, state }) => ({
          name,
          path: listPath(path, { ...filters, state }),
          current: filters.state === state,
        }))}
      />
      <FilterBar label="Find exercises" action={path}>
        {filters.state && <input type="hidden" name="state" value={filters.state} />}
        <SearchFilter label="Name, muscle or equipment" value={filters.q} />
        <SelectFilter
          name="equipment"
          label="Equipment"
          value={filters.equipment}
          options={options(equipment)}
        />
        <SelectFilter
          name="muscle"
          label="Muscle"
          value={filters.muscle}
          options={options(muscles)}
        />
        <SelectFilter name="level" label="Level" value={filters.level} options={options(levels)} />
        <SelectFilter
          name="log"
          label="Logged as"
          value={filters.log}
          options={Object.entries(logTypeWords).map(([value, label]) => ({ value, label }))}
        />
        <CheckFilter name="bare" label="Without photo" checked={filters.bare} />
      </FilterBar>
    </>
  )
}

const states: Record<LibraryRow['state'], { text: string; tone: LabelTone }> = {
  published: { text: 'Published', tone: 'good' },
  draft: { text: 'Draft', tone: 'line' },
  hidden: { text: 'Hidden', tone: 'warn' },
}

const columns = (studio: { slug: string }): Column<LibraryRow>[] => [
  {
    name: 'Name',
    place: 'name',
    cell: ({ id, name, photoId }) => (
      <span className="pictured">
        {photoId ? (
          <img
            className="thumb"
            src={paths.photo(studio, photoId, '96x120')}
            width={32}
            height={40}
            alt=""
            loading="lazy"
          />
        ) : (
          <span className="thumb" />
        )}
        <Link to={paths.manageExercise(studio, id)}>{name}</Link>
      </span>
    ),
  },
  { name: 'State', place: 'state', cell: ({ state }) => <Label {...states[state]} /> },
  {
    name: 'Muscles',
    place: 'under',
    cell: ({ muscles: worked }) => worked.map(wordFor).join(', '),
  },
  { name: 'Equipment', place: 'under', cell: (row) => row.equipment && wordFor(row.equipment) },
  { name: 'Level', place: 'wide', cell: ({ level }) => level && wordFor(level) },
  { name: 'Logged as', place: 'wide', cell: ({ logType }) => logTypeShort[logType] },
  { name: 'Photos', place: 'desk', number: true, cell: ({ photos }) => photos || '' },
]

function Nothing(props: { studio: { slug: string }; narrowed: boolean; canWrite: boolean }) {
  const { studio, narrowed, canWrite } = props
  if (narrowed) {
    return (
      <Empty icon="search" title="No exercise matches" text="Remove a filter, or try another word.">
        <Link className="button" to={paths.manageExercises(studio)}>
          Show all exercises
        </Link>
      </Empty>
    )
  }
  return (
    <Empty
      icon="book"
      title="No exercises yet"
      text={
        'The library fills your encyclopedia, programs and workouts. Import 873 exercises ' +
        'from free-exercise-db, or add your own.'
      }
    >
      {canWrite && (
        <>
          <Link className="button primary" to={paths.manageImports(studio)}>
            Import a library
          </Link>
          <Link className="button" to={paths.manageExerciseNew(studio)}>
            Add an exercise
          </Link>
        </>
      )}
    </Empty>
  )
}
