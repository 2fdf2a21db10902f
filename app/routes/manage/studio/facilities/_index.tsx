import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { facilitiesPage } from '#app/domain/facilities/facility-queries.server.ts'
import { inspectionState } from '#app/domain/facilities/inspection.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Empty } from '#app/ui/list/empty.tsx'
import { Label, type LabelTone } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count, dayShort, deadline } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Facilities', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'schedule:read')
  const { locations, rooms, equipment, blocks } = await facilitiesPage(ctx)
  const { slug, locale, timeZone } = ctx.studio
  const today = localDate(ctx.now, timeZone)
  const due = (dueOn: string | null): { text: string; tone: LabelTone } => {
    const state = inspectionState(dueOn, today)
    if (state.kind === 'none') return { text: 'Not inspected', tone: 'line' }
    const day = dayShort(state.dueOn, locale)
    if (state.kind === 'overdue') return { text: `Overdue since ${day}`, tone: 'bad' }
    return { text: `Due ${day}`, tone: state.kind === 'soon' ? 'warn' : 'good' }
  }
  return {
    studio: { slug },
    canWrite: may(viewer.role, 'schedule:write'),
    locations: locations.map(({ id, name, address, hours }) => ({
      id,
      name,
      says: [address || 'No address yet', hours ? '' : 'No opening hours yet']
        .filter(Boolean)
        .join('. '),
    })),
    rooms: rooms.map(({ id, name, capacity, spots, location }) => ({
      id,
      name,
      location,
      holds: [
        count(capacity, 'person', 'people'),
        spots ? count(spots.split(',').length, 'numbered place') : '',
      ]
        .filter(Boolean)
        .join(', '),
    })),
    equipment: equipment.map(({ id, name, roomName, quantity, outOfService, defect, dueOn }) => ({
      id,
      name,
      quantity,
      defect,
      where: roomName ?? 'Shared by all rooms',
      inService: quantity - outOfService,
      due: due(dueOn),
    })),
    blocks: blocks.map(({ id, what, startsAt, endsAt, reason, timeOff }) => ({
      timeOff: timeOff === 1,
      id,
      what,
      reason,
      span: `${deadline(startsAt, timeZone, locale)} to ${deadline(endsAt, timeZone, locale)}`,
    })),
  }
}

/** The name, leading to its page for anyone who may change it. */
const NameOf = ({ name, path }: { name: string; path: string | null }) =>
  path ? <Link to={path}>{name}</Link> : <b>{name}</b>

export default function Facilities() {
  const { studio, canWrite, locations, rooms, equipment, blocks } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title="Facilities"
        intro="Locations, rooms and equipment, and when they’re out of use."
        actions={
          canWrite && (
            <>
              <Link className="button" to={paths.manageRoom(studio, 'new')}>
                Add a room
              </Link>
              <Link className="button primary" to={paths.manageEquipment(studio, 'new')}>
                Add equipment
              </Link>
            </>
          )
        }
      />
      <div className="sections">
        <section>
          <div className="section-head">
            <h2>Locations</h2>
            {canWrite && (
              <Link className="button" to={paths.manageLocation(studio, 'new')}>
                Add a location
              </Link>
            )}
          </div>
          <ul className="lines">
            {locations.map(({ id, name, says }) => (
              <li key={id}>
                <NameOf name={name} path={canWrite ? paths.manageLocation(studio, id) : null} />{' '}
                <span className="muted">{says}.</span>
              </li>
            ))}
          </ul>
        </section>
        <section>
          <div className="section-head">
            <h2>Rooms</h2>
          </div>
          <ul className="lines">
            {rooms.map(({ id, name, location, holds }) => (
              <li key={id}>
                <NameOf name={name} path={canWrite ? paths.manageRoom(studio, id) : null} />{' '}
                <span className="muted">
                  {location}. Holds {holds}.
                </span>
              </li>
            ))}
          </ul>
        </section>
        <section>
          <div className="section-head">
            <h2>Equipment</h2>
          </div>
          {equipment.length > 0 ? (
            <Table
              caption="Equipment by name"
              rows={equipment}
              rowKey={({ id }) => id}
              columns={[
                {
                  name: 'Name',
                  cell: ({ id, name }) =>
                    canWrite ? <Link to={paths.manageEquipment(studio, id)}>{name}</Link> : name,
                  place: 'name',
                },
                { name: 'Where', cell: ({ where }) => where, place: 'under' },
                {
                  name: 'In service',
                  cell: ({ inService, quantity }) => `${inService} of ${quantity}`,
                  place: 'under',
                },
                { name: 'Defect', cell: ({ defect }) => defect, place: 'wide' },
                { name: 'Inspection', cell: ({ due }) => <Label {...due} />, place: 'state' },
              ]}
            />
          ) : (
            <Empty
              icon="settings"
              title="No equipment yet"
              text={
                'Count what classes need, so that a defect lowers their places before anyone goes ' +
                'without.'
              }
            />
          )}
        </section>
        <section id="out">
          <div className="section-head">
            <h2>Out of use</h2>
            {canWrite && (
              <Link className="button" to={paths.manageBlocks(studio)}>
                Block a room or a coach
              </Link>
            )}
          </div>
          {blocks.length === 0 && <p className="muted">No rooms or coaches are out.</p>}
          <ul className="lines">
            {blocks.map(({ id, what, span, reason, timeOff }) => (
              <li key={id}>
                <b>{what}</b>{' '}
                <span className="muted">
                  {span}. {reason}
                </span>
                {canWrite && timeOff && (
                  <Link className="button small" to={paths.manageTimeOff(studio, id)}>
                    Open<span className="vh"> the time off of {what}</span>
                  </Link>
                )}
                {canWrite && !timeOff && (
                  <Form method="post" action={paths.manageBlocks(studio, { remove: id })}>
                    <button type="submit" className="button small">
                      Remove<span className="vh"> the block of {what}</span>
                    </button>
                  </Form>
                )}
              </li>
            ))}
          </ul>
        </section>
      </div>
    </>
  )
}
