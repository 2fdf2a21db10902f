import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { auditLogPage } from '#app/domain/overview/audit/audit-log-page.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { FilterBar } from '#app/ui/list/filter-bar.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { clockTime, dayMonthYear } from '#app/values/wording.ts'
import { endOfDay, isLocalDate, type LocalDateTime, wallTime } from '#app/values/zone.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Change log', { matches })

/** Where a page ended: an instant and the id of its last line. */
const place = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ~[\w-]{1,60}$/)

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'settings:write')
  const { slug, timeZone, locale } = ctx.studio
  const asked = app.url.searchParams
  const until = isLocalDate(asked.get('until') ?? '') ? asked.get('until')! : ''
  const from = place.safeParse(asked.get('after')).data?.split('~')
  const { lines, next } = await auditLogPage(ctx, {
    ...(until ? { before: endOfDay(until, timeZone) } : {}),
    ...(from ? { after: { at: from[0]!, id: from[1]! } } : {}),
  })
  return {
    studio: { slug },
    until,
    lines: lines.map(({ at, ...line }) => ({
      ...line,
      when: saidWhen(wallTime(at, timeZone), locale),
    })),
    next: next && `${next.at}~${next.id}`,
  }
}

/** A log reaches back over years. */
const saidWhen = (local: LocalDateTime, locale: string) =>
  `${dayMonthYear(local.slice(0, 10), locale)}, ${clockTime(local, locale)}`

/** What staff changed, who did it and why: the whole studio's, newest first. */
export default function Changes() {
  const { studio, until, lines, next } = useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.manageSettings(studio)}>Settings</BackLink>
      <PageHead
        title="Change log"
        intro="What staff changed, newest first. Changes of a person that can still be undone have Undo on their profile."
      />
      <FilterBar label="Choose a day" action={paths.manageChanges(studio)}>
        <label className="narrow day on">
          Up to <input type="date" name="until" defaultValue={until} />
        </label>
      </FilterBar>
      {lines.length > 0 ? (
        <Table
          caption="Changes, newest first"
          rows={lines}
          rowKey={({ id }) => id}
          columns={[
            {
              name: 'What',
              place: 'name',
              cell: ({ thing, deed, undone }) => (
                <>
                  {thing}: {deed} {undone && <Label text="Undone" tone="line" />}
                </>
              ),
            },
            {
              name: 'Whom',
              place: 'under',
              cell: ({ person }) =>
                person && <Link to={paths.managePerson(studio, person.id)}>{person.name}</Link>,
            },
            { name: 'Who', place: 'under', cell: ({ who }) => who },
            { name: 'When', place: 'under', date: true, cell: ({ when }) => when },
            { name: 'Reason', place: 'desk', cell: ({ reason }) => reason },
          ]}
        />
      ) : (
        <Empty
          icon="search"
          title="No changes"
          text={until ? 'Nothing was changed up to that day.' : 'What staff change appears here.'}
        />
      )}
      {next && (
        <p className="do">
          <Link
            className="button"
            to={paths.manageChanges(studio, { ...(until ? { until } : {}), after: next })}
          >
            Older changes
          </Link>
        </p>
      )}
    </>
  )
}
