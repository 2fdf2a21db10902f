import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { planningTools } from '#app/domain/planning/planning-tools.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { calendarGrid } from '#app/domain/timetable/desk-calendar/calendar-columns.ts'
import { calendarFilters } from '#app/domain/timetable/desk-calendar/calendar-filters.ts'
import {
  clashesAhead,
  clashWords,
  narrowed,
} from '#app/domain/timetable/desk-calendar/calendar-items.ts'
import { calendarMonth } from '#app/domain/timetable/desk-calendar/calendar-month.ts'
import { calendarPage } from '#app/domain/timetable/desk-calendar/calendar-page.server.ts'
import { calendarWords } from '#app/domain/timetable/desk-calendar/calendar-words.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { listParams } from '#app/http/list-params.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { FilterBar, SelectFilter, ViewChips } from '#app/ui/list/filter-bar.tsx'
import { ListPage } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { PrintButton } from '#app/ui/schedule/print-button.tsx'
import { calendarAddress } from './calendar-address.ts'
import { CalendarBoard } from './calendar-board.tsx'
import { CalendarLegend, ClashNotices } from './calendar-marks.tsx'
import { CalendarMonth } from './calendar-month.tsx'
import { type CalendarTool, CalendarTools } from './calendar-tools.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Calendar: ${data.title}` : 'Calendar', { matches })

/** Everything the studio has on, as a day, a week or a month. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'schedule:read')
  const filters = listParams(app, calendarFilters)
  const rows = await calendarPage(ctx, filters)
  const { slug, locale, timeZone } = ctx.studio
  const canWrite = may(viewer.role, 'schedule:write')
  const look = { now: ctx.now, timeZone, locale, canMove: canWrite }
  const clashes = clashesAhead(rows, ctx.now)
  const clashing = new Set(clashes.flatMap(({ one, other }) => [one.id, other.id]))
  const shown = new Set(narrowed(rows, filters).items.map(({ id }) => id))
  const shownClashes = clashes.filter(({ one, other }) => shown.has(one.id) || shown.has(other.id))
  const month = filters.view === 'month'
  return {
    studio: { slug },
    filters,
    ...calendarWords(rows, filters, { locale, timeZone }),
    date: rows.date,
    coaches: rows.coaches,
    rooms: rows.rooms.map(({ id, name }) => ({ id, name })),
    locations: rows.locations,
    grid: month ? null : calendarGrid(rows, filters, look, clashing),
    month: month ? calendarMonth(rows, filters, look, clashing) : null,
    clashes: shownClashes.slice(0, 3).map((clash) => clashWords(clash, look)),
    moreClashes: Math.max(0, shownClashes.length - 3),
    nothing: shown.size === 0,
    filtered: Boolean(filters.kind || filters.coach || filters.room || filters.location),
    cut: rows.cut,
    tools: planningTools(ctx.studio, viewer.role, rows.waiting),
    canWrite,
  }
}

const kinds = [
  { value: 'class', label: 'Classes' },
  { value: 'course', label: 'Courses' },
  { value: 'workshop', label: 'Workshops' },
  { value: 'event', label: 'Events' },
  { value: 'appointment', label: 'Appointments' },
]

export default function Calendar() {
  const data = useLoaderData<typeof loader>()
  const { studio, filters, date, canWrite } = data
  const at = (more: Partial<typeof filters>) => calendarAddress(studio, { ...filters, ...more })
  const options = (choices: readonly { id: string; name: string }[]) =>
    choices.map(({ id, name }) => ({ value: id, label: name }))
  const tools: CalendarTool[] = [
    ...data.tools,
    ...(canWrite
      ? [
          {
            name: 'Add a class',
            to: paths.manageClassNew(studio),
            icon: 'plus',
            primary: true,
          } satisfies CalendarTool,
        ]
      : []),
  ]
  return (
    <ListPage
      title={data.title}
      intro={data.intro}
      actions={
        <>
          <Link
            className="button square"
            to={at({ on: data.before })}
            aria-label={`The ${filters.view} before`}
          >
            <Icon name="back" />
          </Link>
          {!data.isNow && (
            <Link className="button" to={at({ on: '' })}>
              Today
            </Link>
          )}
          <Link
            className="button square"
            to={at({ on: data.after })}
            aria-label={`The ${filters.view} after`}
          >
            <Icon name="next" />
          </Link>
          <PrintButton />
          <CalendarTools tools={tools} />
        </>
      }
      filters={
        <>
          <ClashNotices studio={studio} clashes={data.clashes} more={data.moreClashes} />
          <FilterBar label="Calendar" action={paths.manageSchedule(studio)}>
            <ViewChips
              views={[
                {
                  name: 'Day',
                  path: at({ view: 'day', on: date }),
                  current: filters.view === 'day',
                },
                {
                  name: 'Week',
                  path: at({ view: 'week', on: date }),
                  current: filters.view === 'week',
                },
                {
                  name: 'Month',
                  path: at({ view: 'month', on: date }),
                  current: filters.view === 'month',
                },
              ]}
            />
            {filters.view !== 'week' && <input type="hidden" name="view" value={filters.view} />}
            {filters.on && <input type="hidden" name="on" value={filters.on} />}
            {filters.view === 'day' && (
              <label className={filters.by === 'staff' ? 'narrow on' : 'narrow'}>
                <span className="vh">Columns</span>
                <select name="by" defaultValue={filters.by}>
                  <option value="room">By room</option>
                  <option value="staff">By coach</option>
                </select>
              </label>
            )}
            <SelectFilter name="kind" label="Everything" value={filters.kind} options={kinds} />
            <SelectFilter
              name="coach"
              label="Coach"
              value={filters.coach}
              options={options(data.coaches)}
            />
            <SelectFilter
              name="room"
              label="Room"
              value={filters.room}
              options={options(data.rooms)}
            />
            {data.locations.length > 1 && (
              <SelectFilter
                name="location"
                label="Location"
                value={filters.location}
                options={options(data.locations)}
              />
            )}
          </FilterBar>
        </>
      }
    >
      {data.nothing && filters.view !== 'month' && (
        <Empty
          icon="calendar"
          title={
            data.filtered ? 'Nothing matches the filters' : `Nothing is on this ${filters.view}`
          }
          text={
            'Classes, courses, workshops, events and appointments appear here by time, with ' +
            'coach, room and how full they are.'
          }
        />
      )}
      {data.cut && <p className="notice warn">Too much to show. Choose a day or a week.</p>}
      {data.grid &&
        (!data.nothing ||
          data.grid.columns.some(
            ({ allDay, closed, items }) => allDay.length + items.length > 0 || closed,
          )) && (
          <CalendarBoard studio={studio} grid={data.grid} view={filters.view} by={filters.by} />
        )}
      {data.month && (
        <CalendarMonth studio={studio} {...data.month} dayPath={(on) => at({ view: 'day', on })} />
      )}
      {data.grid && <CalendarLegend />}
    </ListPage>
  )
}
