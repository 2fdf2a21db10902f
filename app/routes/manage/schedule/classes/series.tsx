import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { readRule, weekdays } from '#app/domain/calendar/series-rule.ts'
import { seriesListPage } from '#app/domain/scheduling/series/series-list-page.server.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { clockTime, count, dayMonthYear, dayShort, weekday } from '#app/values/wording.ts'
import { addDays } from '#app/values/zone.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Weekly classes', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'schedule:read')
  const { slug, locale } = ctx.studio
  const all = (await seriesListPage(ctx)).map(({ firstStart, rrule, nextStart, ...series }) => {
    const rule = readRule(rrule, firstStart)
    return {
      ...series,
      days: rule?.days ?? [],
      time: clockTime(firstStart, locale),
      next: dayShort(nextStart.slice(0, 10), locale),
      until: rule?.until ? dayMonthYear(rule.until, locale) : null,
    }
  })
  const groups = weekdays.map((day, i) => ({
    name: weekday(addDays('2026-01-05', i), locale),
    series: all.filter(({ days }) => days.includes(day)),
  }))
  return {
    studio: { slug },
    total: all.length,
    groups: [
      ...groups,
      { name: 'Other rules', series: all.filter(({ days }) => days.length === 0) },
    ].filter(({ series }) => series.length > 0),
    canWrite: may(viewer.role, 'schedule:write'),
  }
}

export default function WeeklyClasses() {
  const { studio, total, groups, canWrite } = useLoaderData<typeof loader>()
  const add = canWrite && (
    <Link className="button primary" to={paths.manageClassNew(studio)}>
      <Icon name="plus" /> Add a class
    </Link>
  )
  return (
    <>
      <BackLink to={paths.manageClasses(studio)}>Classes</BackLink>
      <PageHead
        title="Weekly classes"
        intro={total > 0 ? `${count(total, 'series', 'series')}.` : undefined}
        actions={add}
      />
      {total === 0 ? (
        <Empty
          icon="calendar"
          title="No weekly classes yet"
          text={
            'Add a weekly class once: days, time, room and coach. Its dates appear eight ' +
            'weeks ahead.'
          }
        >
          {add}
        </Empty>
      ) : (
        <div className="week-days">
          {groups.map(({ name, series }) => (
            <section key={name} aria-label={name}>
              <h2>{name}</h2>
              <ul className="classes">
                {series.map((one) => (
                  <li key={one.id}>
                    <time>{one.time}</time>
                    <div className="which">
                      <Link
                        to={
                          canWrite
                            ? paths.manageClassAct(studio, one.nextId, 'edit')
                            : paths.manageClass(studio, one.nextId)
                        }
                      >
                        {one.title}
                      </Link>{' '}
                      {one.draft === 1 && <Label text="Draft" tone="line" />}
                      <p>
                        {one.coachName}, {one.roomName}, {one.minutes} minutes
                        {one.until && `, until ${one.until}`}
                      </p>
                    </div>
                    <div className="fill muted">Next {one.next}</div>
                    <div className="count">{count(one.capacity, 'place')}</div>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
    </>
  )
}
