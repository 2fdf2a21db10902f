import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { may } from '#app/domain/scope/permissions.ts'
import {
  type WorkoutFilters,
  workoutFilters,
} from '#app/domain/workouts/library/workout-filters.ts'
import { listWorkouts } from '#app/domain/workouts/library/workout-queries.server.ts'
import { viewWords, workoutViews } from '#app/domain/workouts/library/workout-views.ts'
import { kindWords } from '#app/domain/workouts/plan/plan.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { listParams, pageParams, rowsPerPage } from '#app/http/list-params.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { FilterBar, SearchFilter, SelectFilter, ViewChips } from '#app/ui/list/filter-bar.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { ListPage } from '#app/ui/list/list-page.tsx'
import { Pager, rangeOf } from '#app/ui/list/pager.tsx'
import { listPath } from '#app/ui/list/params.ts'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count, counted, dayShortTime } from '#app/values/wording.ts'
import { wallTime } from '#app/values/zone.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Workouts', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'training:read')
  const { page, ...filters } = listParams(app, workoutFilters.extend(pageParams.shape))
  const workouts = await listWorkouts(ctx, filters, { page, perPage: rowsPerPage })
  const { slug, locale, timeZone } = ctx.studio
  const { items, ...at } = workouts
  return {
    studio: { slug },
    filters,
    page: at,
    workouts: items.map((one) => ({
      id: one.id,
      name: one.name,
      kind: `${kindWords[one.kind]}${one.benchmark ? ', benchmark' : ''}`,
      state: one.state,
      unclear: one.unclear,
      seen:
        one.state === 'scheduled' && one.publishAt
          ? `from ${dayShortTime(wallTime(one.publishAt, timeZone), locale)}`
          : '',
    })),
    canWrite: may(viewer.role, 'training:write'),
  }
}

const tones = { draft: 'line', scheduled: 'warn', published: 'good', archived: 'line' } as const

export default function Workouts() {
  const { studio, filters, workouts, page, canWrite } = useLoaderData<typeof loader>()
  const path = paths.manageWorkouts(studio)
  const narrowed = Object.values(filters).some(Boolean)
  const total = counted(page.total, page.more)
  return (
    <ListPage
      title="Workouts"
      intro={narrowed ? `${total} match your filters.` : `${total} in the library.`}
      actions={
        canWrite && (
          <Link className="button primary" to={paths.manageWorkoutNew(studio)}>
            <Icon name="plus" /> Add a workout
          </Link>
        )
      }
      filters={(workouts.length > 0 || narrowed) && <Filters path={path} filters={filters} />}
    >
      {workouts.length > 0 ? (
        <>
          <Table
            caption={`Workouts by name, ${rangeOf(page, workouts.length)}`}
            columns={[
              {
                name: 'Name',
                place: 'name',
                cell: ({ id, name }) => <Link to={paths.manageWorkout(studio, id)}>{name}</Link>,
              },
              {
                name: 'State',
                place: 'state',
                cell: ({ state }) => <Label text={viewWords[state]} tone={tones[state]} />,
              },
              { name: 'Kind', place: 'under', cell: ({ kind }) => kind },
              {
                name: 'Members see it',
                place: 'under',
                cell: ({ seen, unclear }) =>
                  unclear > 0 ? `${count(unclear, 'line')} to settle` : seen,
              },
            ]}
            rows={workouts}
            rowKey={({ id }) => id}
          />
          <Pager
            page={page}
            shown={workouts.length}
            path={(to) => listPath(path, { ...filters, page: to })}
          />
        </>
      ) : (
        <Nothing studio={studio} narrowed={narrowed} canWrite={canWrite} />
      )}
    </ListPage>
  )
}

function Filters({ path, filters }: { path: string; filters: WorkoutFilters }) {
  const views = [{ name: 'All', state: '' }].concat(
    workoutViews.map((state) => ({ name: viewWords[state], state })),
  )
  return (
    <>
      <ViewChips
        views={views.map(({ name, state }) => ({
          name,
          path: listPath(path, { ...filters, state }),
          current: filters.state === state,
        }))}
      />
      <FilterBar label="Find workouts" action={path}>
        {filters.state && <input type="hidden" name="state" value={filters.state} />}
        <SearchFilter label="Name" value={filters.q} />
        <SelectFilter
          name="kind"
          label="Kind"
          value={filters.kind}
          options={Object.entries(kindWords).map(([value, label]) => ({ value, label }))}
        />
      </FilterBar>
    </>
  )
}

function Nothing(props: { studio: { slug: string }; narrowed: boolean; canWrite: boolean }) {
  const { studio, narrowed, canWrite } = props
  if (narrowed) {
    return (
      <Empty icon="search" title="No workout matches" text="Remove a filter, or try another word.">
        <Link className="button" to={paths.manageWorkouts(studio)}>
          Show all workouts
        </Link>
      </Empty>
    )
  }
  return (
    <Empty
      icon="training"
      title="No workouts yet"
      text={
        'Type a workout as you would write it on the board. You see what was understood ' +
        'before members do.'
      }
    >
      {canWrite && (
        <Link className="button primary" to={paths.manageWorkoutNew(studio)}>
          Add a workout
        </Link>
      )}
    </Empty>
  )
}
