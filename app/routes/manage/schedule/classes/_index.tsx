import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { dayParts, longDay } from '#app/domain/calendar/day-parts.ts'
import { classFilters } from '#app/domain/scheduling/series/class-filters.ts'
import { classesPage } from '#app/domain/scheduling/series/classes-page.server.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { listParams } from '#app/http/list-params.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { FilterBar, SelectFilter } from '#app/ui/list/filter-bar.tsx'
import { ListPage } from '#app/ui/list/list-page.tsx'
import { listPath } from '#app/ui/list/params.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { ClassLine } from '#app/ui/schedule/class-line.tsx'
import { clockTime, clockTimeAt, count, dayLong, dayRange } from '#app/values/wording.ts'
import { addDays } from '#app/values/zone.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Classes', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'schedule:read')
  const filters = listParams(app, classFilters)
  const { first, today, classes, ...choices } = await classesPage(ctx, filters)
  const { slug, locale } = ctx.studio
  const days = Array.from({ length: 7 }, (_, i) => addDays(first, i)).map((date) => ({
    date,
    name: dayLong(date, locale),
    today: date === today,
    past: date < today,
    classes: classes
      .filter(({ localStart }) => localStart.startsWith(date))
      .map(({ startsAt, endsAt, timeZone, ...one }) => ({
        ...one,
        time: clockTime(one.localStart, locale),
        until: clockTimeAt(endsAt, timeZone, locale),
        over: endsAt <= ctx.now,
      })),
  }))
  return {
    studio: { slug },
    snippet:
      `<iframe src="${ctx.origin}${paths.embeddedTimetable(ctx.studio)}" title="Timetable" ` +
      'width="100%" height="700" loading="lazy"></iframe>',
    filters,
    ...choices,
    days,
    week: dayRange(first, addDays(first, 6), locale),
    before: addDays(first, -7),
    after: addDays(first, 7),
    thisWeek: today >= first && today < addDays(first, 7),
    total: classes.length,
    canWrite: may(viewer.role, 'schedule:write'),
  }
}

export default function Classes() {
  const data = useLoaderData<typeof loader>()
  const { studio, filters, days, total, canWrite } = data
  const path = paths.manageClasses(studio)
  const held = days.filter(({ classes }) => classes.length > 0)
  const gone = data.thisWeek ? held.filter(({ past }) => past) : []
  const at = (from: string) => listPath(path, { ...filters, from })
  const options = (choices: readonly { id: string; name: string }[]) =>
    choices.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <ListPage
      title="Classes"
      intro={`${data.week}, ${count(total, 'class', 'classes')}.`}
      actions={
        <>
          <Link className="button" to={paths.manageSeries(studio)}>
            Weekly classes
          </Link>
          <Link className="button" to={paths.manageClassTypes(studio)}>
            Class types
          </Link>
          {canWrite && (
            <Link className="button primary" to={paths.manageClassNew(studio)}>
              <Icon name="plus" /> Add a class
            </Link>
          )}
        </>
      }
      filters={
        <FilterBar label="Classes" action={path}>
          <Link className="button square" to={at(data.before)} aria-label="The week before">
            <Icon name="back" />
          </Link>
          <Link className="button square" to={at(data.after)} aria-label="The week after">
            <Icon name="next" />
          </Link>
          {!data.thisWeek && (
            <Link className="button" to={at('')}>
              This week
            </Link>
          )}
          {filters.from && <input type="hidden" name="from" value={filters.from} />}
          <SelectFilter
            name="discipline"
            label="Discipline"
            value={filters.discipline}
            options={options(data.disciplines)}
          />
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
        </FilterBar>
      }
    >
      {total === 0 ? (
        <Empty
          icon="calendar"
          title="No classes this week"
          text={
            'Classes appear by day, with how full they are. Add a weekly class once and it ' +
            'appears eight weeks ahead.'
          }
        >
          {canWrite && (
            <Link className="button primary" to={paths.manageClassNew(studio)}>
              Add a class
            </Link>
          )}
        </Empty>
      ) : (
        <div className="week-days">
          {gone.length > 0 && (
            <details className="earlier">
              <summary>
                <Icon name="next" /> Earlier this week
              </summary>
              <Days days={gone} studio={studio} />
            </details>
          )}
          <Days days={held.slice(gone.length)} studio={studio} />
        </div>
      )}
      <EmbedSnippet snippet={data.snippet} />
    </ListPage>
  )
}

/**
 * What the studio pastes into its own site. A frame and no script: it can do nothing there but show
 * the week.
 */
function EmbedSnippet({ snippet }: { snippet: string }) {
  return (
    <details className="earlier">
      <summary>
        <Icon name="next" /> Show the timetable on your own website
      </summary>
      <div className="field">
        <label htmlFor="snippet">Copy this into the page where you want the timetable</label>
        <textarea id="snippet" readOnly rows={3} value={snippet} spellCheck={false} />
      </div>
    </details>
  )
}

type Day = ReturnType<typeof useLoaderData<typeof loader>>['days'][number]

function Lines({ classes, studio }: Pick<Day, 'classes'> & { studio: { slug: string } }) {
  return (
    <ul className="classes">
      {classes.map((one) => (
        <ClassLine key={one.id} studio={studio} listed={one} />
      ))}
    </ul>
  )
}

function Days({ days, studio }: { days: readonly Day[]; studio: { slug: string } }) {
  return days.map(({ date, name, today, classes }) => (
    <section key={date} aria-labelledby={`d${date}`}>
      <h2 id={`d${date}`}>
        {name} {today && <small>Today</small>}
      </h2>
      {classes.length > longDay ? (
        dayParts(classes).map((part) => (
          <details
            key={part.name}
            className="earlier"
            open={!today || part.entries.some(({ over }) => !over)}
          >
            <summary>
              <Icon name="next" /> {part.name}: {count(part.entries.length, 'class', 'classes')}
            </summary>
            <Lines classes={part.entries} studio={studio} />
          </details>
        ))
      ) : (
        <Lines classes={classes} studio={studio} />
      )}
    </section>
  ))
}
