import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { accountsPage } from '#app/domain/sales/accounts/accounts-page.server.ts'
import { accountsPeriod } from '#app/domain/sales/accounts/accounts-period.ts'
import { incomeWords } from '#app/domain/sales/accounts/income-kinds.ts'
import { rateWords } from '#app/domain/sales/invoices/invoice-words.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { FilterBar } from '#app/ui/list/filter-bar.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count, dayMonthYear, money } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Accounts', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'invoices:write')
  const { slug, locale, currency, timeZone } = ctx.studio
  const period = accountsPeriod(app.url.searchParams, localDate(ctx.now, timeZone))
  const { rows, cardsMinor, voidMinor, listed, listMinor } = await accountsPage(ctx, period)
  const sum = (minor: number) => money(minor, currency, locale)
  const all = (of: (row: (typeof rows)[number]) => number) =>
    rows.reduce((total, row) => total + of(row), 0)
  const line = (name: string, total: number, tax: number) => ({
    name,
    total: sum(total),
    tax: sum(tax),
    net: sum(total - tax),
  })
  return {
    studio: { slug },
    period,
    intro: `${dayMonthYear(period.from, locale)} to ${dayMonthYear(period.until, locale)}, by the day of issue. Credit notes come off.`,
    rows: [
      ...rows.map((row) => ({
        ...line(incomeWords[row.kind], row.totalMinor, row.taxMinor),
        rate: rateWords(row.taxRateBp) || '0%',
      })),
      ...(rows.length > 0
        ? [
            {
              ...line(
                'Income',
                all((row) => row.totalMinor),
                all((row) => row.taxMinor),
              ),
              rate: '',
            },
          ]
        : []),
      ...(cardsMinor === 0
        ? []
        : [{ ...line('Gift cards sold, no income yet', cardsMinor, 0), rate: '' }]),
    ],
    agrees: `${count(listed, 'document')} in the list, ${sum(listMinor)} together${
      voidMinor === 0 ? '.' : `, of which ${sum(voidMinor)} is void.`
    }`,
  }
}

export default function Accounts() {
  const { studio, period, intro, rows, agrees } = useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.manageInvoices(studio)}>Invoices</BackLink>
      <PageHead
        title="Accounts"
        intro={intro}
        actions={
          <a className="button" href={paths.manageAccountsCsv(studio, period)}>
            Export for accounting
          </a>
        }
      />
      <FilterBar label="Choose the period" action={paths.manageAccounts(studio)}>
        <label className="narrow day on">
          From <input type="date" name="from" defaultValue={period.from} />
        </label>
        <label className="narrow day on">
          To <input type="date" name="until" defaultValue={period.until} />
        </label>
      </FilterBar>
      {rows.length > 0 ? (
        <>
          <Table
            caption="Income by kind and tax rate"
            rows={rows}
            rowKey={({ name, rate }) => `${name} ${rate}`}
            columns={[
              { name: 'Income', place: 'name', cell: ({ name }) => name },
              { name: 'Tax rate', place: 'under', cell: ({ rate }) => rate },
              { name: 'Before tax', place: 'desk', number: true, cell: ({ net }) => net },
              { name: 'Tax', place: 'under', number: true, cell: ({ tax }) => tax },
              { name: 'Total', place: 'state', number: true, cell: ({ total }) => total },
            ]}
          />
          <p className="bill-part muted">
            <Link to={paths.manageInvoices(studio, { view: 'all', ...period })}>{agrees}</Link>
          </p>
        </>
      ) : (
        <Empty
          icon="receipt"
          title="Nothing was invoiced"
          text="No invoice or credit note was issued on these days. Choose others."
        />
      )}
    </>
  )
}
