import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { percent, ratesOf } from '#app/domain/leads/funnel.ts'
import { waitWords } from '#app/domain/leads/lead-words.ts'
import { leadCard } from '#app/domain/leads/list/card-words.ts'
import { type LeadFilters, leadFilters } from '#app/domain/leads/list/lead-filters.ts'
import { type LeadsHead, leadsListPage } from '#app/domain/leads/list/leads-list-page.server.ts'
import { columnsOf, firstPipeline } from '#app/domain/leads/stages.ts'
import { mayAt } from '#app/domain/scope/may-at.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { boardPage } from '#app/domain/trials/board-page.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { listParams, pageParams, rowsPerPage } from '#app/http/list-params.server.ts'
import { paths } from '#app/paths.ts'
import { Empty } from '#app/ui/list/empty.tsx'
import { FilterBar, SearchFilter, SelectFilter, ViewChips } from '#app/ui/list/filter-bar.tsx'
import { ListPage } from '#app/ui/list/list-page.tsx'
import { Pager, rangeOf } from '#app/ui/list/pager.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { count, counted, dayShortTime, deadlineNear, month } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'
import { LeadsBoard } from './leads-board.tsx'
import { FunnelLine, LeadsActions } from './leads-head.tsx'
import { LeadsTable } from './leads-table.tsx'

export const meta: MetaFunction = ({ matches }) => pageTitle('Leads', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'leads:read')
  const { page, ...filters } = listParams(app, leadFilters.extend(pageParams.shape))
  const formats = { ...ctx.studio, now: ctx.now }
  const { locale, timeZone } = ctx.studio
  const today = localDate(ctx.now, timeZone)
  const asTable = filters.as === 'table' || filters.view !== 'open' || narrowed(filters)
  const common = (head: LeadsHead) => ({
    studio: { slug: ctx.studio.slug },
    filters,
    intro: introOf(head),
    pairs: head.pairs,
    funnel: funnelWords(head, month(today, locale)),
    counts: Object.fromEntries(
      Object.entries(head.counts).map(([view, { n, more }]) => [view, counted(n, more)]),
    ),
    pipelines: head.setting.pipelines.map(({ id, name }) => ({ value: id, label: name })),
    sources: head.setting.sources.map(({ id, name }) => ({ value: id, label: name })),
    staff: head.setting.staff.map(({ id, name }) => ({ id, name })),
    can: {
      write: may(viewer.role, 'leads:write'),
      export: mayAt(ctx.studio, viewer.role, 'people:export'),
      import: may(viewer.role, 'people:import'),
    },
  })
  if (asTable) {
    const at = { page, perPage: rowsPerPage }
    const { leads, ...head } = await leadsListPage(ctx, filters, viewer.personId, at)
    const stages = new Map(
      head.setting.pipelines.flatMap(({ stages }) => stages.map(({ id, name }) => [id, name])),
    )
    return {
      ...common(head),
      board: null,
      listed: {
        ...leads,
        items: leads.items.map((lead) => ({
          ...leadCard(lead, head.setting.sources, formats),
          stage: stages.get(lead.stageId) ?? '',
          email: lead.email,
          phone: lead.phone,
          touched: deadlineNear(lead.lastTouchAt, timeZone, locale, today),
        })),
      },
    }
  }
  const { cards, stageCounts, ...head } = await boardPage(ctx, filters.pipeline, viewer.personId)
  const { pipelines, sources } = head.setting
  const pipeline =
    pipelines.find(({ id }) => id === filters.pipeline) ?? pipelines[0] ?? firstPipeline
  return {
    ...common(head),
    listed: null,
    board: columnsOf(pipeline).map(({ id, name }) => {
      const own = cards.filter(({ stageId }) => stageId === id)
      const n = stageCounts.get(id) ?? 0
      return {
        id,
        name,
        count: counted(Math.min(n, 1_000), n > 1_000),
        more: Math.max(0, Math.min(n, 1_000) - own.length),
        cards: own.map(({ could, ...lead }) => ({
          ...leadCard(lead, sources, formats),
          could: could && {
            id: could.id,
            key: newId(),
            words: `${dayShortTime(could.localStart, locale)} ${could.title}`,
          },
        })),
      }
    }),
  }
}

const narrowed = ({ q, source, owner, tag }: LeadFilters) => Boolean(q || source || owner || tag)

function introOf({ counts, answerMinutes }: LeadsHead): string {
  const open = `${counted(counts.open.n, counts.open.more)} open.`
  return answerMinutes === null
    ? open
    : `${open} Half of new leads hear from us within ${waitWords(answerMinutes)}.`
}

function funnelWords({ funnel }: LeadsHead, name: string) {
  const { show, leadToJoin } = ratesOf(funnel)
  return {
    month: name,
    leads: counted(funnel.leads, false),
    contacted: String(funnel.contacted),
    booked: String(funnel.booked),
    attended: `${funnel.attended}|${show === null ? '' : `, ${percent(show)}`}`,
    joined: `${funnel.joined}|${leadToJoin === null ? '' : `, ${percent(leadToJoin)} of leads`}`,
  }
}

const views = [
  ['mine', 'Mine'],
  ['overdue', 'Overdue'],
  ['won', 'Won'],
  ['nurture', 'Nurture'],
  ['lost', 'Lost'],
] as const

export default function Leads() {
  const data = useLoaderData<typeof loader>()
  const { studio, filters, intro, funnel, counts, pipelines, sources, staff, can, pairs } = data
  const { board, listed } = data
  const path = paths.manageLeads
  const { as: _, ...kept } = filters
  const back = path(studio, filters.pipeline ? { pipeline: filters.pipeline } : {})
  return (
    <ListPage
      title="Leads"
      intro={intro}
      actions={
        <LeadsActions studio={studio} csv={paths.manageLeadsCsv(studio, filters)} can={can} />
      }
      filters={
        <>
          <ViewChips
            views={[
              { name: 'Board', path: back, current: board !== null },
              {
                name: 'Table',
                path: path(studio, { as: 'table' }),
                current: listed !== null && filters.view === 'open',
              },
              ...views.map(([view, name]) => ({
                name,
                count: counts[view],
                path: path(studio, { view }),
                current: filters.view === view,
              })),
            ]}
          />
          <FilterBar label="Filter leads" action={path(studio)}>
            {filters.view !== 'open' && <input type="hidden" name="view" value={filters.view} />}
            {listed && filters.view === 'open' && <input type="hidden" name="as" value="table" />}
            <SearchFilter label="Name, email or phone" value={filters.q} />
            {pipelines.length > 1 && board && (
              <SelectFilter
                name="pipeline"
                label={pipelines[0]?.label ?? 'Pipeline'}
                value={filters.pipeline}
                options={pipelines.slice(1)}
              />
            )}
            <SelectFilter name="source" label="Source" value={filters.source} options={sources} />
            <SelectFilter
              name="owner"
              label="Owner"
              value={filters.owner}
              options={staff.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </FilterBar>
        </>
      }
    >
      <FunnelLine funnel={funnel} />
      {pairs > 0 && (
        <p className="muted">
          <Link to={paths.manageDuplicates(studio)}>
            {count(pairs, 'pair')} of people who may be the same
          </Link>
        </p>
      )}
      {board && (
        <LeadsBoard
          studio={studio}
          columns={board}
          back={back}
          table={path(studio, { as: 'table' })}
          canWrite={can.write}
        />
      )}
      {listed && listed.items.length > 0 && (
        <>
          <LeadsTable
            key={JSON.stringify(kept) + listed.page}
            studio={studio}
            rows={listed.items}
            caption={`Leads, ${rangeOf(listed, listed.items.length)}`}
            canWrite={can.write}
          />
          <Pager
            page={listed}
            shown={listed.items.length}
            path={(page) => path(studio, { ...filters, as: 'table', page })}
          />
        </>
      )}
      {listed && listed.items.length === 0 && (
        <Empty
          icon="members"
          title="No leads here"
          text="People who get in touch appear here until they join, with what is next for each."
        >
          <Link className="button" to={path(studio)}>
            Show the board
          </Link>
        </Empty>
      )}
    </ListPage>
  )
}
