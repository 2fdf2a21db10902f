import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { methodWords, paymentMethods } from '#app/domain/billing/invoices/payment-words.ts'
import { invoiceFilters } from '#app/domain/sales/invoices/invoice-filters.ts'
import { invoiceState, invoiceTitle } from '#app/domain/sales/invoices/invoice-words.ts'
import {
  type InvoicesPage,
  invoicesListPage,
} from '#app/domain/sales/invoices/invoices-list-page.server.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { listParams, pageParams, rowsPerPage } from '#app/http/list-params.server.ts'
import { paths } from '#app/paths.ts'
import { Empty } from '#app/ui/list/empty.tsx'
import {
  DayFilter,
  FilterBar,
  SearchFilter,
  SelectFilter,
  ViewChips,
} from '#app/ui/list/filter-bar.tsx'
import { ListPage } from '#app/ui/list/list-page.tsx'
import { Pager, rangeOf } from '#app/ui/list/pager.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count, dayMonthShort, dayMonthYear, money } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'
import { InvoicesTable } from './invoices-table.tsx'

export const meta: MetaFunction = ({ matches }) => pageTitle('Invoices', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'invoices:read')
  const { page, ...filters } = listParams(app, invoiceFilters.extend(pageParams.shape))
  const { invoices, open, locations } = await invoicesListPage(ctx, filters, {
    page,
    perPage: rowsPerPage,
  })
  const { slug, locale, timeZone, currency } = ctx.studio
  const today = localDate(ctx.now, timeZone)
  const year = today.slice(0, 4)
  const day = (date: string) =>
    date.startsWith(year) ? dayMonthShort(date, locale) : dayMonthYear(date, locale)
  return {
    studio: { slug },
    filters,
    locations: locations.length > 1 ? locations : [],
    intro: introOf(open, currency, locale),
    overdue: open.overdue > 0 ? `${open.overdue}${open.more ? '+' : ''}` : undefined,
    openCount: `${Math.min(open.n, 1_000)}${open.more ? '+' : ''}`,
    invoices: {
      ...invoices,
      items: invoices.items.map((row) => ({
        id: row.id,
        title: invoiceTitle(row),
        reference: row.reference,
        state: invoiceState(row, today),
        person: row.personName,
        what: row.lines > 1 ? `${row.what} and ${row.lines - 1} more` : row.what,
        issued: day(row.issuedOn),
        due: row.state === 'open' ? day(row.dueOn) : '',
        total: money(row.totalMinor, row.currency, locale),
        open: row.balanceMinor === 0 ? '' : money(Math.abs(row.balanceMinor), row.currency, locale),
      })),
    },
    can: {
      export: may(viewer.role, 'invoices:write'),
      settings: may(viewer.role, 'settings:write'),
    },
  }
}

function introOf(open: InvoicesPage['open'], currency: string, locale: string): string {
  if (open.n === 0) return 'Nothing is owed.'
  const sum = money(open.minor, currency, locale)
  const owed = `${open.more ? 'More than ' : ''}${sum} to be paid on ${count(Math.min(open.n, 1_000), 'invoice')}`
  return open.overdue > 0
    ? `${owed}, ${money(open.overdueMinor, currency, locale)} of it overdue.`
    : `${owed}.`
}

const views = [
  ['paid', 'Paid'],
  ['credit_notes', 'Credit notes'],
  ['disputed', 'Disputed'],
  ['written_off', 'Written off'],
  ['void', 'Void'],
  ['all', 'All'],
] as const

export default function Invoices() {
  const data = useLoaderData<typeof loader>()
  const { studio, filters, intro, overdue, openCount, invoices, locations, can } = data
  const path = paths.manageInvoices
  const { q, from, until, method, location, least, most } = filters
  const kept = {
    ...(q && { q }),
    ...(from && { from }),
    ...(until && { until }),
    ...(method && { method }),
    ...(location && { location }),
    ...(least && { least }),
    ...(most && { most }),
  }
  return (
    <ListPage
      title="Invoices"
      intro={intro}
      actions={
        <>
          {can.export && (
            <a className="button not-phone" href={paths.manageInvoicesCsv(studio, filters)}>
              Export CSV
            </a>
          )}
          {can.export && overdue && (
            <Link className="button" to={paths.manageReminders(studio)}>
              Send reminders
            </Link>
          )}
          {can.settings && (
            <Link className="button not-phone" to={paths.manageInvoiceSettings(studio)}>
              Invoice settings
            </Link>
          )}
          {can.export && (
            <Link className="button not-phone" to={paths.manageAccounts(studio)}>
              Accounts
            </Link>
          )}
          <Link className="button" to={paths.manageTakings(studio)}>
            Today’s takings
          </Link>
          {can.export && (
            <Link className="button primary" to={paths.manageDraftNew(studio)}>
              New invoice
            </Link>
          )}
        </>
      }
      filters={
        <>
          <ViewChips
            views={[
              {
                name: 'Open',
                count: openCount,
                path: path(studio, kept),
                current: filters.view === 'open',
              },
              {
                name: 'Overdue',
                count: overdue,
                path: path(studio, { ...kept, view: 'overdue' }),
                current: filters.view === 'overdue',
              },
              ...views.map(([view, name]) => ({
                name,
                path: path(studio, { ...kept, view }),
                current: filters.view === view,
              })),
              ...(can.export
                ? [{ name: 'Drafts', path: paths.manageDrafts(studio), current: false }]
                : []),
            ]}
          />
          <FilterBar label="Filter invoices" action={path(studio)}>
            {filters.view !== 'open' && <input type="hidden" name="view" value={filters.view} />}
            <SearchFilter label="Person or number" value={q} />
            <DayFilter name="from" label="From" value={from} />
            <DayFilter name="until" label="To" value={until} />
            <SelectFilter
              name="method"
              label="Paid by"
              value={method}
              options={paymentMethods.map((value) => ({ value, label: methodWords[value] }))}
            />
            {locations.length > 0 && (
              <SelectFilter
                name="location"
                label="Location"
                value={location}
                options={locations.map(({ id, name }) => ({ value: id, label: name }))}
              />
            )}
            <AmountFilter name="least" label="Total from" value={least} />
            <AmountFilter name="most" label="Total to" value={most} />
          </FilterBar>
        </>
      }
    >
      {invoices.items.length > 0 ? (
        <>
          <InvoicesTable
            studio={studio}
            rows={invoices.items}
            caption={`Invoices, ${rangeOf(invoices, invoices.items.length)}`}
            canAct={can.export}
          />
          <Pager
            page={invoices}
            shown={invoices.items.length}
            path={(page) => path(studio, { ...filters, page })}
          />
        </>
      ) : (
        <Empty
          icon="receipt"
          title={filters.view === 'open' && !q && !from && !until ? 'All paid' : 'No invoices here'}
          text="What people book, buy or cancel late becomes an invoice within a minute."
        >
          <Link className="button" to={path(studio, { view: 'all' })}>
            Show all invoices
          </Link>
        </Empty>
      )}
    </ListPage>
  )
}

/** A total that bounds a list. */
function AmountFilter({ name, label, value }: { name: string; label: string; value: string }) {
  return (
    <label className={value ? 'narrow on' : 'narrow'}>
      {label}{' '}
      <input
        type="text"
        name={name}
        defaultValue={value}
        size={7}
        maxLength={20}
        inputMode="decimal"
        autoComplete="off"
      />
    </label>
  )
}
