import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { historyPage } from '#app/domain/overview/history/history-page.server.ts'
import {
  type HistoryCell,
  type HistoryRow,
  historyColumns,
  tabsFor,
} from '#app/domain/overview/history/history-tabs.ts'
import { historyRows } from '#app/domain/overview/history/history-words.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { pageNumberOf, rowsPerPage } from '#app/http/list-params.server.ts'
import { paths } from '#app/paths.ts'
import { Empty } from '#app/ui/list/empty.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { ListPage } from '#app/ui/list/list-page.tsx'
import { Pager, rangeOf } from '#app/ui/list/pager.tsx'
import { type Column, Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { PersonTabs } from '#app/ui/staff/person-tabs.tsx'
import { formatsAt } from '#app/values/formats.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(`${data?.tab.name ?? 'History'} of ${data?.person.name ?? 'a member'}`, { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'people:read')
  const tabs = tabsFor(viewer.role)
  const tab = tabs.find(({ id }) => id === params.tab)
  if (!tab) throw notFound()
  const at = { page: pageNumberOf(app.url), perPage: rowsPerPage }
  const page = await historyPage(ctx, params.person ?? '', tab.id, at)
  if (!page) throw notFound()
  const reader = {
    ...formatsAt(ctx.studio, ctx.now),
    userId: viewer.userId,
    medical: may(viewer.role, 'medical:read'),
  }
  const { items, ...counts } = page.list
  return {
    studio: { slug: ctx.studio.slug },
    person: { id: page.person.id, name: page.person.name },
    tab,
    tabs: tabs.map(({ id, name }) => ({ id, name })),
    counts,
    rows: historyRows(tab.id, items, reader),
    write: may(viewer.role, 'people:write'),
    give: may(viewer.role, 'entitlements:write'),
  }
}

export default function PersonHistory() {
  const { studio, person, tab, tabs, counts, rows, write, give } = useLoaderData<typeof loader>()
  const linkOf = (to: NonNullable<HistoryCell['to']>): string | null => {
    if ('invoiceId' in to) return paths.manageInvoice(studio, to.invoiceId)
    if ('occurrenceId' in to) return paths.manageClassBooking(studio, to.occurrenceId, to.bookingId)
    return give ? paths.manageMembership(studio, person.id, to.membershipId) : null
  }
  const columns = historyColumns[tab.id].map(
    ({ name, place, date, number }, i): Column<HistoryRow> => ({
      name,
      ...(place && { place }),
      ...(date && { date }),
      ...(number && { number }),
      cell: ({ cells }) =>
        cells[i] && <Cell cell={cells[i]} linkOf={linkOf} label={place === 'state' && !number} />,
    }),
  )
  return (
    <ListPage
      title={`${tab.name} of ${person.name}`}
      filters={<PersonTabs {...{ studio, tabs, write }} personId={person.id} current={tab.id} />}
    >
      {rows.length > 0 ? (
        <>
          <Table
            caption={`${tab.name} of ${person.name}, newest first, ${rangeOf(counts, rows.length)}`}
            columns={columns}
            rows={rows}
            rowKey={({ key }) => key}
          />
          <Pager
            page={counts}
            shown={rows.length}
            path={(page) => paths.managePersonHistory(studio, person.id, tab.id, { page })}
          />
        </>
      ) : (
        <Empty icon="clock" title="Nothing yet" text={tab.empty}>
          <Link className="button" to={paths.managePerson(studio, person.id)}>
            Back to {person.name}
          </Link>
        </Empty>
      )}
    </ListPage>
  )
}

function Cell(props: {
  cell: HistoryCell
  linkOf: (to: NonNullable<HistoryCell['to']>) => string | null
  label: boolean
}) {
  const { cell, linkOf, label } = props
  const path = cell.to ? linkOf(cell.to) : null
  if (label) return cell.text ? <Label text={cell.text} tone={cell.tone ?? null} /> : null
  return (
    <>
      {path ? <Link to={path}>{cell.text}</Link> : cell.text}
      {cell.note && <p className="muted">{cell.note}</p>}
    </>
  )
}
