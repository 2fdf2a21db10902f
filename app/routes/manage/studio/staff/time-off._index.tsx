import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { timeOffPage } from '#app/domain/staffing/time-off-queries.server.ts'
import { spanWords, timeOffLabels } from '#app/domain/staffing/time-off-words.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { ListPage } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Time off', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'staff:write')
  const rows = (await timeOffPage(ctx)).map(({ id, name, reason, state, ...span }) => ({
    id,
    name,
    reason,
    when: spanWords(span, ctx.studio),
    label: timeOffLabels[state],
    asked: state === 'asked' && span.endsAt > ctx.now,
    over: span.endsAt <= ctx.now,
  }))
  return {
    studio: { slug: ctx.studio.slug },
    parts: [
      { title: 'To decide', rows: rows.filter(({ asked }) => asked) },
      { title: 'Coming', rows: rows.filter(({ asked, over }) => !asked && !over) },
      { title: 'The last 30 days', rows: rows.filter(({ over }) => over).reverse() },
    ].filter(({ rows: { length } }) => length > 0),
  }
}

export default function TimeOff() {
  const { studio, parts } = useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.manageStaff(studio)}>Staff</BackLink>
      <ListPage
        title="Time off"
        intro="Who has asked for time off, and who is away. People ask under Your work; add it for someone under Staff, Work."
      >
        {parts.length === 0 && (
          <Empty
            icon="calendar"
            title="Nobody is away"
            text="Requests appear here. Once you approve one, the classes of that time are listed under Substitutes."
          />
        )}
        <div className="sections">
          {parts.map(({ title, rows }) => (
            <section key={title}>
              <h2>{title}</h2>
              <Table
                caption={`Time off: ${title}`}
                rows={rows}
                rowKey={({ id }) => id}
                columns={[
                  {
                    name: 'Who',
                    place: 'name',
                    cell: ({ id, name }) => (
                      <Link to={paths.manageTimeOff(studio, id)}>{name}</Link>
                    ),
                  },
                  { name: 'State', place: 'state', cell: ({ label }) => <Label {...label} /> },
                  { name: 'When', place: 'under', cell: ({ when }) => when },
                  { name: 'Reason', place: 'under', cell: ({ reason }) => reason },
                ]}
              />
            </section>
          ))}
        </div>
      </ListPage>
    </>
  )
}
