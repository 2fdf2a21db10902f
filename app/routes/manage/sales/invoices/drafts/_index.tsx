import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { draftsPage } from '#app/domain/sales/invoices/draft-page.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count, dayMonthYear, money } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Drafts', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'invoices:write')
  const { slug, locale, currency, timeZone } = ctx.studio
  const drafts = await draftsPage(ctx)
  return {
    studio: { slug },
    drafts: drafts.map(({ id, personName, terms, totalMinor, createdAt, createdBy }) => ({
      id,
      person: personName,
      by: createdBy,
      lines: count(terms.lines.length, 'line'),
      began: dayMonthYear(localDate(createdAt, timeZone), locale),
      total: money(totalMinor, currency, locale),
    })),
  }
}

export default function Drafts() {
  const { studio, drafts } = useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.manageInvoices(studio)}>Invoices</BackLink>
      <PageHead
        title="Drafts"
        intro="Invoices you are making. Nobody owes them, and they have no number yet."
        actions={
          <Link className="button primary" to={paths.manageDraftNew(studio)}>
            New invoice
          </Link>
        }
      />
      {drafts.length > 0 ? (
        <Table
          caption="Drafts, the newest first"
          rows={drafts}
          rowKey={({ id }) => id}
          columns={[
            {
              name: 'Person',
              place: 'name',
              cell: ({ id, person, lines }) => (
                <>
                  <Link to={paths.manageDraft(studio, id)}>{person}</Link> <small>{lines}</small>
                </>
              ),
            },
            { name: 'Begun', place: 'under', cell: ({ began }) => began },
            { name: 'By', place: 'under', cell: ({ by }) => by },
            { name: 'Total', place: 'state', number: true, cell: ({ total }) => total },
          ]}
        />
      ) : (
        <Empty
          icon="receipt"
          title="No drafts"
          text="An invoice you make by hand stays here until you open it."
        />
      )}
    </>
  )
}
