import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import {
  eventDeskPage,
  type GuestView,
  guestViews,
} from '#app/domain/events/event-desk-pages.server.ts'
import {
  eventMoneyRows,
  guestWords,
  sellable,
  typeLine,
} from '#app/domain/events/event-desk-words.ts'
import { eventStage, refundRule } from '#app/domain/events/event-view.ts'
import { mayAt } from '#app/domain/scope/may-at.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Empty } from '#app/ui/list/empty.tsx'
import { Facts, Figures } from '#app/ui/list/figures.tsx'
import { FilterBar, SearchFilter, SelectFilter } from '#app/ui/list/filter-bar.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { CsvLink, DeskHead } from '#app/ui/schedule/desk-head.tsx'
import { FoldedActs } from '#app/ui/schedule/folded-acts.tsx'
import { PrintButton } from '#app/ui/schedule/print-button.tsx'
import { clockTimeAt, count, dayLongTime } from '#app/values/wording.ts'
import { EventNotices } from './event-notices.tsx'
import { GuestsTable, TicketTypesTable } from './guest-tables.tsx'
import { HeldOrders } from './held-orders.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.name ?? 'Event', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'schedule:read')
  const search = app.url.searchParams
  const q = (search.get('q') ?? '').trim().slice(0, 80)
  const view = (guestViews as readonly string[]).includes(search.get('state') ?? '')
    ? (search.get('state') as GuestView)
    : null
  const page = await eventDeskPage(ctx, params.event ?? '', { q, view })
  if (!page) throw notFound()
  const { event, types, money, held, guests } = page
  const { slug, locale, currency, timeZone } = ctx.studio
  const formats = { locale, currency, timeZone }
  const on = event.state === 'on_sale' && ctx.now < event.endsAt
  const handles = may(viewer.role, 'entitlements:write')
  return {
    studio: { slug },
    id: event.id,
    name: event.name,
    stage: eventStage(event, ctx.now),
    draft: event.state === 'draft',
    cancelled: event.state === 'cancelled' ? event.cancelReason || 'No reason given' : null,
    intro: `${dayLongTime(event.localStart, locale)}. ${event.roomName}, with ${event.coachName}.`,
    counts: { taken: event.taken, capacity: event.capacity, admitted: event.admitted },
    types: types.map((type) => typeLine(type, event, ctx.now, formats)),
    money: handles ? eventMoneyRows(money, formats) : null,
    rule: refundRule(event, formats),
    notes: event.notes,
    q,
    view: view ?? '',
    held: held.map(({ heldUntil, ...order }) => ({
      ...order,
      until: clockTimeAt(heldUntil, timeZone, locale),
    })),
    guests: guests.map((guest) => guestWords(guest, { ...formats, money: handles })),
    can: {
      write: may(viewer.role, 'schedule:write') && event.state !== 'cancelled',
      cancel:
        may(viewer.role, 'schedule:write') &&
        event.state !== 'cancelled' &&
        ctx.now < event.startsAt,
      admit: may(viewer.role, 'roster:write') && on,
      release: handles,
      sell: handles && on && sellable(types, event).length > 0,
      export: mayAt(ctx.studio, viewer.role, 'people:export'),
    },
  }
}

const states = [
  { value: 'expected', label: 'Expected' },
  { value: 'inside', label: 'Inside' },
  { value: 'unpaid', label: 'To pay' },
  { value: 'gone', label: 'Returned' },
]

export default function Event() {
  const data = useLoaderData<typeof loader>()
  const { studio, id, counts, can, draft, types, held, guests, money } = data
  const act = (name: Parameters<typeof paths.manageEventAct>[2]) =>
    paths.manageEventAct(studio, id, name)
  return (
    <>
      <DeskHead
        back={{ name: 'Events', path: paths.manageEvents(studio) }}
        name={data.name}
        stage={data.stage}
        intro={data.intro}
        actions={
          <>
            {can.export && <CsvLink path={paths.manageEventCsv(studio, id)} />}
            <PrintButton />
            <FoldedActs
              acts={[
                { name: 'Run order', to: act('run-order') },
                can.write && { name: 'Change', to: act('edit') },
                can.cancel && { name: 'Cancel event', to: act('cancellation') },
              ]}
            >
              {can.sell && (
                <Link className="button" to={act('orders')}>
                  Sell tickets
                </Link>
              )}
              {can.admit && (
                <Link className="button primary" to={act('check-in')}>
                  Admit guests
                </Link>
              )}
              {draft && can.write && types.length > 0 && (
                <Form method="post" action={act('publication')}>
                  <button type="submit" className="button primary">
                    Publish
                  </button>
                </Form>
              )}
            </FoldedActs>
          </>
        }
      />
      <EventNotices {...data} />
      <Figures
        rows={[
          { name: 'Tickets', value: counts.taken, note: `of ${counts.capacity}` },
          { name: 'Inside', value: counts.admitted },
          ...(money?.slice(0, 3).map(({ name, amount }) => ({ name, value: amount })) ?? []),
        ]}
      />
      <div className="split">
        <div className="sections">
          <section>
            <div className="section-head">
              <h2>Tickets</h2>
              {can.write && (
                <Link className="button" to={paths.manageTicketType(studio, id, 'new')}>
                  Add a ticket
                </Link>
              )}
            </div>
            {types.length > 0 ? (
              <TicketTypesTable studio={studio} eventId={id} types={types} canWrite={can.write} />
            ) : (
              <p className="muted">
                No tickets yet. Add one with its price, then publish the event.
              </p>
            )}
          </section>
          {held.length > 0 && (
            <HeldOrders studio={studio} eventId={id} held={held} canRelease={can.release} />
          )}
          {!draft && (
            <section id="guests">
              <div className="section-head">
                <h2>Guests</h2>
                <span className="muted">{count(guests.length, 'ticket')}</span>
              </div>
              <FilterBar label="Guests" action={`${paths.manageEvent(studio, id)}#guests`}>
                <SearchFilter label="Name, address or code" value={data.q} />
                <SelectFilter name="state" label="Everyone" value={data.view} options={states} />
              </FilterBar>
              {guests.length > 0 ? (
                <GuestsTable studio={studio} eventId={id} guests={guests} canAdmit={can.admit} />
              ) : (
                <Empty
                  icon="members"
                  title={data.q || data.view ? 'Nobody matches' : 'No guests yet'}
                  text={
                    'Everyone with a ticket appears here, with what it cost and whether they’re ' +
                    'inside.'
                  }
                />
              )}
            </section>
          )}
        </div>
        <aside className="aside" aria-label="Rules and money">
          {money && money.length > 3 && (
            <section>
              <h2>Returned</h2>
              <Facts rows={money.slice(3)} />
            </section>
          )}
          {!draft && (
            <section>
              <h2>For members and guests</h2>
              <p>
                <a href={paths.occurrence(studio, id)}>See its public page</a>
              </p>
            </section>
          )}
          <section>
            <h2>Returns</h2>
            <p>{data.rule}</p>
          </section>
          {data.notes && (
            <section>
              <h2>For guests</h2>
              <p>{data.notes}</p>
            </section>
          )}
        </aside>
      </div>
    </>
  )
}
