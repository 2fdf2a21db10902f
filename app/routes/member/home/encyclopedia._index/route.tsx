import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { taughtThisWeekSql } from '#app/domain/overview/training/taught-exercises-sql.server.ts'
import { encyclopediaPage } from '#app/domain/training/encyclopedia-page.server.ts'
import { countFacets, exerciseQuery } from '#app/domain/training/exercise-filters.ts'
import { viewStudio } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { Pagination } from '#app/ui/list/pagination.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { State } from '#app/ui/state/state.tsx'
import { ExerciseCards } from '#app/ui/training/exercise-cards.tsx'
import { count } from '#app/values/wording.ts'
import { ChosenFacets, EncyclopediaSearch } from './encyclopedia-search.tsx'

export const handle = {
  styles: ['encyclopedia', 'exercise-figure', 'chip', 'sheet', 'pagination', 'picture', 'print'],
} satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => pageTitle('Encyclopedia', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await viewStudio(context)
  const page = await encyclopediaPage(ctx, viewer, app.url.searchParams, taughtThisWeekSql(ctx))
  return { studio: { slug: ctx.studio.slug, name: ctx.studio.name }, ...page }
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>

export default function Encyclopedia() {
  const data = useLoaderData<typeof loader>()
  const { studio, filters, facets, cards, total, page, pages } = data
  const narrowed = [filters.q, filters.mine, filters.week].some(Boolean) || countFacets(filters) > 0
  return (
    <Main>
      <div className="between">
        <h1>Encyclopedia</h1>
        {total > 0 && (
          <p className="soft" role="status">
            {count(total, 'exercise')}
            {filters.q && ` for “${filters.q}”`}
          </p>
        )}
      </div>
      {(total > 0 || narrowed) && (
        <EncyclopediaSearch studio={studio} filters={filters} facets={facets} />
      )}
      {(total > 0 || narrowed) && (
        <ul className="chips not-print">
          {data.keeps && (
            <li>
              <Toggle studio={studio} filters={filters} name="mine" on="1">
                <Icon name="star" /> Favourites
              </Toggle>
            </li>
          )}
          <li>
            <Toggle studio={studio} filters={filters} name="week" on="1">
              <Icon name="calendar" /> In this week’s classes
            </Toggle>
          </li>
          <li>
            <Toggle studio={studio} filters={filters} name="view" on="list">
              <Icon name="menu" /> As a list
            </Toggle>
          </li>
          {data.videos && (
            <li>
              <a className="chip" href={paths.videos(studio)}>
                <Icon name="play" /> Videos
              </a>
            </li>
          )}
        </ul>
      )}
      <ChosenFacets studio={studio} filters={filters} facets={facets} />
      {cards.length > 0 ? (
        <ExerciseCards
          studio={studio}
          cards={cards}
          eager={page === 1 ? 4 : 0}
          plain={filters.view === 'list'}
        />
      ) : (
        <NoExercises {...data} narrowed={narrowed} />
      )}
      <Pagination
        page={page}
        pages={pages}
        path={(to) => paths.encyclopedia(studio, exerciseQuery(filters, { page: to }))}
      />
    </Main>
  )
}

/** A filter that is on or off. */
function Toggle(props: {
  studio: { slug: string }
  filters: Data['filters']
  name: 'mine' | 'week' | 'view'
  on: string
  children: ReactNode
}) {
  const { studio, filters, name, on, children } = props
  const chosen = filters[name] === on
  return (
    <a
      className={chosen ? 'chip on' : 'chip'}
      href={paths.encyclopedia(studio, exerciseQuery(filters, { [name]: chosen ? '' : on }))}
    >
      {children}
      {chosen && <span className="vh">, chosen</span>}
    </a>
  )
}

function whatToTry(filters: Data['filters']): string {
  if (filters.week)
    return 'Nothing that is planned for this week’s classes matches. See the timetable for what is on.'
  if (filters.mine) return 'Open an exercise and add it to your favourites to see it here.'
  return countFacets(filters) > 0
    ? 'Remove a filter, or search for a muscle or a piece of equipment.'
    : 'Try another word: a muscle, a piece of equipment or part of the name.'
}

/** Nothing passes, or nothing is there yet: two cases to distinguish. */
function NoExercises({ studio, filters, narrowed, total }: Data & { narrowed: boolean }) {
  if (!narrowed && total === 0) {
    return (
      <State icon="book" title="No exercises yet">
        <p>{studio.name} hasn’t added its exercises yet. Coaches show them in class.</p>
        <p className="pair">
          <a className="button primary" href={paths.timetable(studio)}>
            See the timetable
          </a>
        </p>
      </State>
    )
  }
  return (
    <State
      icon="search"
      title={filters.q ? `Nothing found for “${filters.q}”` : 'No exercise matches'}
    >
      <p>{whatToTry(filters)}</p>
      <p className="pair">
        <a className="button primary" href={paths.encyclopedia(studio)}>
          Show all exercises
        </a>
      </p>
    </State>
  )
}
