import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { eventsListPage, eventViews } from '#app/domain/events/event-desk-pages.server.ts'
import { eventStage } from '#app/domain/events/event-view.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { listParams, pageParams, rowsPerPage } from '#app/http/list-params.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { ViewChips } from '#app/ui/list/filter-bar.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { ListPage } from '#app/ui/list/list-page.tsx'
import { Pager } from '#app/ui/list/pager.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count, dayShortTime, money } from '#app/values/wording.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Events', { matches })

const filters = pageParams.extend({ view: z.enum(eventViews).catch('coming') })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'schedule:read')
  const { view, page } = listParams(app, filters)
  const listed = await eventsListPage(ctx, view, { page, perPage: rowsPerPage })
  const { slug, locale, currency } = ctx.studio
  return {
    studio: { slug },
    view,
    canWrite: may(viewer.role, 'schedule:write'),
    listed: {
      ...listed,
      items: listed.items.map((event) => ({
        id: event.id,
        name: event.name,
        stage: eventStage(event, ctx.now),
        when: dayShortTime(event.localStart, locale),
        where: `${event.roomName}, ${event.coachName}`,
        taken: event.taken,
        capacity: event.capacity,
        sold: money(event.soldMinor, currency, locale),
      })),
    },
  }
}

const views = [
  ['coming', 'Upcoming'],
  ['drafts', 'Drafts'],
  ['past', 'Over'],
  ['off', 'Cancelled'],
] as const

export default function Events() {
  const { studio, view, canWrite, listed } = useLoaderData<typeof loader>()
  const path = (more: Record<string, string> = {}) => paths.manageEvents(studio, more)
  const add = canWrite && (
    <Link className="button primary" to={paths.manageEventNew(studio)}>
      <Icon name="plus" /> Add an event
    </Link>
  )
  return (
    <ListPage
      title="Events"
      intro={listed.total > 0 ? `${count(listed.total, 'event')}.` : undefined}
      actions={add}
      filters={
        <ViewChips
          views={views.map(([value, name]) => ({
            name,
            path: path(value === 'coming' ? {} : { view: value }),
            current: value === view,
          }))}
        />
      }
    >
      {listed.items.length > 0 ? (
        <>
          <Table
            caption="Events by their start"
            rows={listed.items}
            rowKey={({ id }) => id}
            columns={[
              {
                name: 'Name',
                place: 'name',
                cell: ({ id, name }) => <Link to={paths.manageEvent(studio, id)}>{name}</Link>,
              },
              { name: 'State', place: 'state', cell: ({ stage }) => <Label {...stage} /> },
              { name: 'When', place: 'under', cell: ({ when }) => when },
              { name: 'Where and who', place: 'wide', cell: ({ where }) => where },
              {
                name: 'Tickets',
                place: 'under',
                number: true,
                cell: ({ taken, capacity }) => `${taken} of ${capacity}`,
              },
              { name: 'Sold for', place: 'desk', number: true, cell: ({ sold }) => sold },
            ]}
          />
          <Pager
            page={listed}
            shown={listed.items.length}
            path={(page) => path({ view, page: String(page) })}
          />
        </>
      ) : (
        <Empty
          icon="star"
          title={view === 'coming' ? 'No events to come' : 'None here'}
          text={
            'A social, a showcase, an open day: sold by ticket to members, and to guests ' +
            'without an account. They show a code at the door.'
          }
        >
          {add}
        </Empty>
      )}
    </ListPage>
  )
}
