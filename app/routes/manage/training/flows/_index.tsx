import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { flowStates } from '#app/db/studio/flows/flows-words.ts'
import { lengthNames, mostComing, stateWords } from '#app/domain/flows/library/flow-filter-words.ts'
import { type FlowFilters, flowFilters } from '#app/domain/flows/library/flow-filters.ts'
import { flowsPage } from '#app/domain/flows/library/flows-page.server.ts'
import { plannedWords } from '#app/domain/flows/plan/flow-words.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { levels, wordFor } from '#app/domain/training/exercise-vocabulary.ts'
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
import { count, counted, weekdayShort } from '#app/values/wording.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Flows', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'training:read')
  const { page, ...filters } = listParams(app, flowFilters.extend(pageParams.shape))
  const found = await flowsPage(ctx, ctx.actor, filters, { page, perPage: rowsPerPage })
  const { slug, locale } = ctx.studio
  const { items, ...at } = found.page
  return {
    studio: { slug },
    filters,
    page: at,
    disciplines: found.disciplines.map(({ id, name }) => ({ value: id, label: name })),
    flows: items.map((flow) => ({
      id: flow.id,
      title: flow.title,
      state: flow.state,
      facts: [flow.discipline, flow.level, flow.focus].filter(Boolean).join(', '),
      length: plannedWords(flow.seconds, flow.minutes),
      by: flow.authorName,
      coming: flow.coming,
    })),
    load: found.load.map(({ bodyPart, days, warns }) => ({
      part: wordFor(bodyPart),
      warns,
      days: days.map(({ date, items: n, heavy }) => ({
        text: `${weekdayShort(date, locale)} ${n}`,
        heavy,
      })),
    })),
    canWrite: may(viewer.role, 'training:write'),
  }
}

const comingWords = (n: number) =>
  n >= mostComing ? `${counted(n, true)} classes` : count(n, 'class', 'classes')

const tones = { draft: 'line', shared: 'good', archived: 'line' } as const

export default function Flows() {
  const { studio, filters, flows, page, disciplines, load, canWrite } =
    useLoaderData<typeof loader>()
  const path = paths.manageFlows(studio)
  const narrowed = Object.values(filters).some(Boolean)
  const total = counted(page.total, page.more)
  return (
    <ListPage
      title="Flows"
      intro={
        narrowed
          ? `${total} match your filters.`
          : 'Sequences, class plans and choreographies, to be planned once and taught often.'
      }
      actions={
        canWrite && (
          <Link className="button primary" to={paths.manageFlowNew(studio)}>
            <Icon name="plus" /> Add a flow
          </Link>
        )
      }
      filters={
        (flows.length > 0 || narrowed) && (
          <Filters path={path} filters={filters} disciplines={disciplines} />
        )
      }
    >
      {flows.length > 0 ? (
        <>
          <Table
            caption={`Flows by title, ${rangeOf(page, flows.length)}`}
            columns={[
              {
                name: 'Title',
                place: 'name',
                cell: ({ id, title }) => <Link to={paths.manageFlow(studio, id)}>{title}</Link>,
              },
              {
                name: 'State',
                place: 'state',
                cell: ({ state }) => <Label text={stateWords[state]} tone={tones[state]} />,
              },
              { name: 'Planned', place: 'under', number: true, cell: ({ length }) => length },
              { name: 'For', place: 'under', cell: ({ facts }) => facts },
              {
                name: 'Coming classes',
                place: 'under',
                cell: ({ coming }) => (coming > 0 ? comingWords(coming) : ''),
              },
              { name: 'By', place: 'desk', cell: ({ by }) => by },
            ]}
            rows={flows}
            rowKey={({ id }) => id}
          />
          <Pager
            page={page}
            shown={flows.length}
            path={(to) => listPath(path, { ...filters, page: to })}
          />
        </>
      ) : (
        <Nothing studio={studio} narrowed={narrowed} canWrite={canWrite} />
      )}
      {load.length > 0 && <WeekLoad load={load} />}
    </ListPage>
  )
}

type LoadWords = { part: string; warns: boolean; days: { text: string; heavy: boolean }[] }

/** What this week's classes ask of the same part of the body. */
function WeekLoad({ load }: { load: readonly LoadWords[] }) {
  return (
    <section className="part week-load" aria-labelledby="load">
      <h2 id="load">This week by part of the body</h2>
      <p className="muted">
        Exercises beyond beginner in the flows of this week’s classes. From 3 in one class the day
        counts as heavy.
      </p>
      <ul className="lines">
        {load.map(({ part, days, warns }) => (
          <li key={part}>
            <b>{part}</b>
            <span>
              {days.map(({ text, heavy }, i) => (
                <span key={text}>
                  {i > 0 && ', '}
                  {heavy ? <b>{`${text} (heavy)`}</b> : text}
                </span>
              ))}
            </span>
            {warns && <Label text="3 heavy days or more" tone="warn" />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Filters(props: {
  path: string
  filters: FlowFilters
  disciplines: readonly { value: string; label: string }[]
}) {
  const { path, filters, disciplines } = props
  const views = [{ name: 'All', state: '' }].concat(
    flowStates.map((state) => ({ name: stateWords[state], state })),
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
      <FilterBar label="Find flows" action={path}>
        {filters.state && <input type="hidden" name="state" value={filters.state} />}
        <SearchFilter label="Title or peak" value={filters.q} />
        <SelectFilter
          name="discipline"
          label="Style"
          value={filters.discipline}
          options={disciplines}
        />
        <SelectFilter
          name="level"
          label="Level"
          value={filters.level}
          options={levels.map((value) => ({ value, label: wordFor(value) }))}
        />
        <SelectFilter
          name="length"
          label="Length"
          value={filters.length}
          options={Object.entries(lengthNames).map(([value, label]) => ({ value, label }))}
        />
      </FilterBar>
    </>
  )
}

function Nothing(props: { studio: { slug: string }; narrowed: boolean; canWrite: boolean }) {
  const { studio, narrowed, canWrite } = props
  if (narrowed) {
    return (
      <Empty icon="search" title="No flow matches" text="Remove a filter, or try another word.">
        <Link className="button" to={paths.manageFlows(studio)}>
          Show all flows
        </Link>
      </Empty>
    )
  }
  return (
    <Empty
      icon="training"
      title="No flows yet"
      text={
        'Plan a class once, item by item: how long, which side, what you say. Teach it from your ' +
        'phone, and see beforehand who on the roster needs another way.'
      }
    >
      {canWrite && (
        <Link className="button primary" to={paths.manageFlowNew(studio)}>
          Add a flow
        </Link>
      )}
    </Empty>
  )
}
