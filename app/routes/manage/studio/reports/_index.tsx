import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { datasets } from '#app/domain/insights/reports/datasets.server.ts'
import { library } from '#app/domain/insights/reports/library.ts'
import { reportsPage } from '#app/domain/insights/reports/reports-page.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { dayMonthShort } from '#app/values/wording.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Reports', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'insights:read')
  const { slug, locale } = ctx.studio
  const { saved } = await reportsPage(ctx)
  return {
    studio: { slug },
    groups: library.map(({ name, reports }) => ({
      name,
      reports: reports.map(({ id, name: title, about }) => ({
        id,
        title,
        about,
        path: paths.manageReportRun({ slug }, { report: id }),
      })),
    })),
    own: datasets.map(({ id, name, grain }) => ({
      id,
      name,
      grain,
      path: paths.manageReportRun({ slug }, { of: id }),
    })),
    saved: saved.map(({ id, page, name, query, shared, ownerName, mailEvery, mailNextOn }) => ({
      id,
      name,
      what: page === 'insights' ? 'Insights' : 'Report',
      who: shared ? `${ownerName}, shared` : 'You alone',
      mailed: mailNextOn
        ? `${mailEvery === 'week' ? 'Weekly' : 'Monthly'}, next ${dayMonthShort(mailNextOn, locale)}`
        : '',
      path: `${page === 'insights' ? paths.manageInsights({ slug }) : paths.manageReportRun({ slug }, { saved: id })}${page === 'insights' && query ? `?${query}` : ''}`,
      change: paths.manageReport({ slug }, id),
    })),
  }
}

export default function Reports() {
  const { groups, own, saved } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title="Reports"
        intro="Choose one, then narrow it, change its columns and save it. Each number opens into its rows."
      />
      {saved.length > 0 && (
        <section aria-labelledby="saved">
          <h2 id="saved">Saved</h2>
          <Table
            caption="Saved reports by name"
            rows={saved}
            rowKey={({ id }) => id}
            columns={[
              {
                name: 'Name',
                place: 'name',
                cell: ({ name, path }) => <Link to={path}>{name}</Link>,
              },
              { name: 'Kind', place: 'desk', cell: ({ what }) => what },
              { name: 'Who sees it', place: 'under', cell: ({ who }) => who },
              { name: 'Mailed', place: 'under', cell: ({ mailed }) => mailed },
              {
                name: 'Change',
                place: 'state',
                head: <span className="vh">Change</span>,
                cell: ({ name, change }) => (
                  <Link to={change}>
                    Change<span className="vh"> {name}</span>
                  </Link>
                ),
              },
            ]}
          />
        </section>
      )}
      <div className="library">
        {groups.map(({ name, reports }) => (
          <section key={name} aria-labelledby={`g-${name}`}>
            <h2 id={`g-${name}`}>{name}</h2>
            <ul>
              {reports.map(({ id, title, about, path }) => (
                <li key={id}>
                  <Link to={path}>{title}</Link>
                  <p>{about}</p>
                </li>
              ))}
            </ul>
          </section>
        ))}
        <section aria-labelledby="own">
          <h2 id="own">Build your own</h2>
          <ul>
            {own.map(({ id, name, grain, path }) => (
              <li key={id}>
                <Link to={path}>{name}</Link>
                <p>Each row is {grain}.</p>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </>
  )
}
