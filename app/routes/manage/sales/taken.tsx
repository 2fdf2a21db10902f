import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { methodWords, paymentMethods } from '#app/domain/billing/invoices/payment-words.ts'
import { takenRows, takenRowsAtMost } from '#app/domain/sales/overview/sales-desk.server.ts'
import { daysOf } from '#app/domain/sales/overview/taken-span.ts'
import { takenKinds } from '#app/domain/sales/overview/taken-sql.server.ts'
import { kindWords } from '#app/domain/sales/overview/taken-words.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { dayMonthYear, dayShort, money } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.title ?? 'Taken', { matches })

/** The rows behind a figure of the sales page: `from`, `until`, and a kind or a method of money. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'insights:read')
  const { slug, locale, currency, timeZone } = ctx.studio
  const { searchParams } = app.url
  const days = daysOf(searchParams, localDate(ctx.now, timeZone))
  const kind = takenKinds.find((one) => one === searchParams.get('kind')) ?? ''
  const method = paymentMethods.find((one) => one === searchParams.get('method')) ?? ''
  const { rows, sum } = await takenRows(ctx, days, { kind, method })
  const shown = (minor: number) => money(minor, currency, locale)
  const title = [kind ? kindWords[kind] : 'Taken', ...(method ? [methodWords[method]] : [])].join(
    ', ',
  )
  const span =
    days.from === days.until
      ? dayMonthYear(days.from, locale)
      : `${dayMonthYear(days.from, locale)} to ${dayMonthYear(days.until, locale)}`
  return {
    studio: { slug },
    title,
    intro: `${span}, by the day it came. ${shown(sum.minor)} together${
      sum.n > takenRowsAtMost ? `; the newest ${takenRowsAtMost} rows.` : '.'
    }`,
    rows: rows.map((row) => ({
      key: row.key,
      day: dayShort(row.takenOn, locale),
      person: { id: row.personId, name: row.name },
      kind: kindWords[row.kind],
      method: methodWords[row.method],
      invoice: row.invoiceId && { id: row.invoiceId, reference: row.reference ?? '' },
      amount: shown(row.minor),
    })),
  }
}

export default function Taken() {
  const { studio, title, intro, rows } = useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.manageSales(studio)}>Sales</BackLink>
      <PageHead title={title} intro={intro} />
      {rows.length === 0 ? (
        <Empty
          icon="receipt"
          title="No money on these days"
          text="Each payment appears here on the day it came."
        />
      ) : (
        <Table
          caption={`${title}, newest first`}
          rows={rows}
          rowKey={({ key }) => key}
          columns={[
            {
              name: 'Name',
              place: 'name',
              cell: ({ person }) => (
                <Link to={paths.managePerson(studio, person.id)}>{person.name}</Link>
              ),
            },
            { name: 'Day', place: 'under', date: true, cell: ({ day }) => day },
            { name: 'Kind', place: 'under', cell: ({ kind }) => kind },
            { name: 'How', place: 'desk', cell: ({ method }) => method },
            {
              name: 'Invoice',
              place: 'desk',
              cell: ({ invoice }) =>
                invoice && (
                  <Link to={paths.manageInvoice(studio, invoice.id)}>{invoice.reference}</Link>
                ),
            },
            { name: 'Amount', place: 'state', number: true, cell: ({ amount }) => amount },
          ]}
        />
      )}
    </>
  )
}
