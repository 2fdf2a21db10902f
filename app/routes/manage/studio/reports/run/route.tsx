import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { ReportBuilder } from '../report-parts/builder.tsx'
import { askedReport, reportData } from '../report-parts/report-data.server.ts'
import { ReportTable } from '../report-parts/report-table.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.title ?? 'Report', { matches })

/** A report by its address: 200, 422 with a sentence where it cannot be run, 404 where there is none. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'insights:read')
  const asked = await askedReport(ctx, app.url.searchParams)
  if (!asked) throw notFound()
  const data = await reportData(ctx, asked)
  return json(data, { status: !data.report && data.problem ? 422 : 200 })
}

export default function ReportPage() {
  const { studio, title, saved, save, files, builder, problem, report } =
    useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.manageReports(studio)}>Reports</BackLink>
      <PageHead
        title={title}
        intro={saved && (saved.shared ? 'Saved and shared with managers.' : 'Saved for you.')}
        actions={
          report && (
            <>
              <a className="button not-phone" href={files.csv}>
                CSV
              </a>
              <a className="button not-phone" href={files.xlsx}>
                XLSX
              </a>
              <a className="button not-phone" href={files.pdf}>
                PDF
              </a>
              <Link className="button" to={saved ? saved.path : save}>
                {saved ? 'Name and mail' : 'Save and send'}
              </Link>
            </>
          )
        }
      />
      <ReportBuilder builder={builder} action={paths.manageReportRun(studio)} />
      {problem && (
        <p className="problem-line" role="alert">
          {problem}
        </p>
      )}
      {report && (
        <section aria-labelledby="rows">
          <div className="report-head">
            <h2 id="rows">{report.rowsWords}</h2>
            <p>
              {report.period}. {report.asOf} {report.basis}
            </p>
          </div>
          {report.rows.length > 0 ? (
            <ReportTable
              title={title}
              columns={report.columns}
              rows={report.rows}
              totals={report.totals}
            />
          ) : (
            <Empty
              icon="receipt"
              title="Nothing in these days"
              text="Choose other days, or take a filter off."
            />
          )}
          {(report.pages > 1 || report.more) && (
            <nav className="said" aria-label="Pages">
              {report.page > 1 && (
                <Link to={`${report.pagePath}&page=${report.page - 1}`}>Previous page</Link>
              )}{' '}
              Page {report.page}{' '}
              {(report.page < report.pages || report.more) && (
                <Link to={`${report.pagePath}&page=${report.page + 1}`}>Next page</Link>
              )}
            </nav>
          )}
          <details className="about">
            <summary className="button quiet">What the columns mean</summary>
            <dl className="facts">
              {report.columns.map(({ id, name, about, formula }) => (
                <div key={id}>
                  <dt>{name}</dt>
                  <dd>
                    {about}
                    {formula && ` ${formula}.`}
                  </dd>
                </div>
              ))}
            </dl>
          </details>
        </section>
      )}
    </>
  )
}
